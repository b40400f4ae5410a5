import DomainKit
import Foundation
import Nacre

/// Events of every shape that a case can have.
enum AccountEvent: Codable, Equatable, StoredEvent {
    static let category = "account"

    case opened(owner: String, limit: Decimal?)
    case deposited(amount: Int)
    case closed
    case counted(Int)
    case noted(String?)
    case moved(Place)
    case left(Place?)
    case listed([Int])
    case renamed(Inner)
    case swapped(Int, Int)
    case visited(Place, by: String)
    case chosen(Choice)
    case wrapped(Wrapped<Int>)
    case enclosed(Wrapped<Place>)
    case nothing(Nothing)

    var tags: [Tag] {
        switch self {
        case .opened(let owner, _): ["owner:\(owner)"]
        default: []
        }
    }
}

/// A value with fields.
struct Place: Codable, Equatable, Sendable {
    var x: Int
    var y: Int?
}

/// A value with a field named like that of an unlabelled value.
struct Inner: Codable, Equatable, Sendable {
    var value: String
}

/// An enum inside an event.
enum Choice: Codable, Equatable, Sendable {
    case card(number: String)
    case cash
}

/// A value encoded as the value that it wraps.
struct Wrapped<Value: Codable & Equatable & Sendable>: Codable, Equatable, Sendable {
    var value: Value

    init(_ value: Value) {
        self.value = value
    }

    init(from decoder: any Decoder) throws {
        value = try decoder.singleValueContainer().decode(Value.self)
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(value)
    }
}

/// A value without fields.
struct Nothing: Codable, Equatable, Sendable {}

extension StoredEvent where Self: Codable {
    /// The stored form of the event.
    var json: String {
        get throws { String(decoding: try CodableEventCodec().encode(self).data, as: UTF8.self) }
    }

    /// The event decoded from data.
    static func reading(
        _ type: EventType, schema: Int = 1, _ json: String
    ) throws(EventDecodingError) -> Self? {
        try CodableEventCodec().decode(.example(type, schema: schema, json: json))
    }
}
