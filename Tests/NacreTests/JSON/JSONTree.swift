import Foundation

@testable import Nacre

/// A document as the reader returns it, value by value.
indirect enum JSONTree {
    case null
    case bool(Bool)
    case integer(Int)
    case number(Double)
    case string(String)
    case array([JSONTree])
    case object([(key: String, value: JSONTree)])

    init(reading bytes: [UInt8]) throws(JSONError) {
        var reader = JSONReader(bytes.span)
        self = try Self.value(&reader)
        try reader.end()
    }

    private static func value(_ reader: inout JSONReader) throws(JSONError) -> JSONTree {
        switch try reader.nextKind() {
        case .string: return .string(try reader.readString())
        case .bool: return .bool(try reader.readBool())
        case .null: return try reader.readNull() ? .null : .bool(false)
        case .number:
            // The same bytes are first read as an integer, by a separate reader.
            let place = reader.offset
            let bytes = reader.scanner.bytes
            let number = try reader.readDouble()
            var whole = JSONReader(bytes.extracting(place..<reader.offset))
            do {
                return .integer(try whole.readInt())
            } catch {
                return .number(number)
            }
        case .array:
            var values: [JSONTree] = []
            try reader.beginArray()
            while try reader.nextElement() { values.append(try value(&reader)) }
            return .array(values)
        case .object:
            var fields: [(key: String, value: JSONTree)] = []
            try reader.beginObject()
            while let key = try reader.nextKey() { fields.append((key, try value(&reader))) }
            return .object(fields)
        }
    }

    /// Whether Foundation's value of the document is the same.
    ///
    /// Of keys that Swift's `String` considers equal, Foundation keeps one; the reader returns all of them.
    func isEqual(to other: Any) -> Bool {
        switch self {
        case .null: return other is NSNull
        case .bool(let value): return other as? Bool == value
        case .integer(let value): return other as? Int == value
        case .number(let value):
            // `JSONSerialization` does not round to the nearest.
            guard let other = (other as? NSNumber)?.doubleValue else { return false }
            return abs(other - value) <= abs(value) * 1e-15
        case .string(let value): return (other as? String)?.utf8.elementsEqual(value.utf8) == true
        case .array(let values):
            guard let others = other as? [Any], others.count == values.count else { return false }
            return zip(values, others).allSatisfy { $0.isEqual(to: $1) }
        case .object(let fields):
            guard let others = other as? [String: Any], others.count == Set(fields.map(\.key)).count else {
                return false
            }
            return others.allSatisfy { key, other in
                fields.contains { $0.key == key && $0.value.isEqual(to: other) }
            }
        }
    }
}
