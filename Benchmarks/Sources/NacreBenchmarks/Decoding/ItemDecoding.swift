import Foundation
import ItemsDomain
import ItemsInfrastructure
import Nacre

/// A way from an event in the map to what the domain takes.
enum ItemDecoding: String, CaseIterable, Sendable {
    /// The feature's codec, over the mapped bytes.
    case codec

    /// `JSONDecoder`, with what is known of using it fast: one decoder, and data that is not copied before.
    case jsonDecoder = "JSONDecoder"

    /// Makes what decodes one event after another; `nil` for an event that is none of an item's.
    func decoder() -> (borrowing EventView) throws -> ItemEvent? {
        switch self {
        case .codec:
            let codec = ItemEventCodec()
            return { event in try codec.decode(copy event) }
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
