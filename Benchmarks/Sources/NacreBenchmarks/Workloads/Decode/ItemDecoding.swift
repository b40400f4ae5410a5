import Foundation
import ItemsDomain
import ItemsInfrastructure
import Nacre

/// A way from an event in the map to what the domain takes.
enum ItemDecoding: String, CaseIterable, Sendable {
    /// The feature's codec, which a macro has written, over the mapped bytes.
    case codec

    /// The same codec written by hand.
    case byHand = "codec by hand"

    /// The events' own `Codable` conformance.
    case codable = "Codable"

    /// `JSONDecoder`, with what is known of using it fast: one decoder, and data that is not copied before.
    case jsonDecoder = "JSONDecoder"

    /// Makes what decodes one event after another; `nil` for an event that is none of an item's.
    func decoder() -> (borrowing EventView) throws -> ItemEvent? {
        switch self {
        case .codec:
            let codec = ItemEvent.codec
            return { event in try codec.decode(copy event) }
        case .byHand:
            let codec = HandWrittenItemCodec()
            return { event in try codec.decode(copy event) }
        case .codable:
            let codec = CodableItemEvent.codec
            return { event in try codec.decode(copy event)?.event }
        case .jsonDecoder:
            let decoder = JSONDecoder()
            return { event in try Self.decode(event, by: decoder) }
        }
    }

    private struct Named: Decodable {
        var name: String
    }

    private struct Empty: Decodable {}

    private static func decode(_ event: borrowing EventView, by decoder: JSONDecoder) throws -> ItemEvent? {
        func fields<Fields: Decodable>(_ type: Fields.Type, _ event: borrowing EventView) throws -> Fields {
            try event.data.withUnsafeBytes { bytes in
                guard let start = UnsafeMutableRawPointer(mutating: bytes.baseAddress) else {
                    return try decoder.decode(type, from: Data())
                }
                return try decoder.decode(
                    type, from: Data(bytesNoCopy: start, count: bytes.count, deallocator: .none))
            }
        }
        switch event.type.text {
        case "ItemCreated": return .created(name: try fields(Named.self, event).name)
        case "ItemRenamed": return .renamed(name: try fields(Named.self, event).name)
        case "ItemCompleted":
            _ = try fields(Empty.self, event)
            return .completed
        case "ItemReopened":
            _ = try fields(Empty.self, event)
            return .reopened
        case "ItemDeleted":
            _ = try fields(Empty.self, event)
            return .deleted
        default: return nil
        }
    }
}
