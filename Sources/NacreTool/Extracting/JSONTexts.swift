import DomainKit
import Nacre

/// The texts in a JSON value, decoded: names, strings and numbers.
struct JSONTexts {
    private(set) var names: [String] = []
    private(set) var strings: [String] = []

    /// The numbers, as they are written.
    private(set) var numbers: [String] = []

    /// Whether the bytes are JSON; if not, the texts are those before the fault.
    private(set) var isWhole = true

    init(_ json: [UInt8]) {
        var reader = JSONReader(json.span)
        do throws(JSONError) {
            try collect(&reader, json)
            try reader.end()
        } catch {
            isWhole = false
        }
    }

    private mutating func collect(_ reader: inout JSONReader, _ json: [UInt8]) throws(JSONError) {
        switch try reader.nextKind() {
        case .object:
            try reader.beginObject()
            while let name = try reader.nextKey() {
                names.append(name)
                try collect(&reader, json)
            }
        case .array:
            try reader.beginArray()
            while try reader.nextElement() { try collect(&reader, json) }
        case .string: strings.append(try reader.readString())
        case .number: numbers.append(String(decoding: json[try reader.skipValue()], as: UTF8.self))
        case .bool, .null: try reader.skipValue()
        }
    }
}
