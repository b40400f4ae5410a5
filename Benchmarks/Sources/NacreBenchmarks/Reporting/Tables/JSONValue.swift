import Foundation

/// A value of a report, by its JSON names: for values without a table of their own.
enum JSONValue: Hashable, Sendable {
    case object([String: JSONValue])
    case array([JSONValue])
    case string(String)
    case number(Double)
    case boolean(Bool)
    case null

    /// The JSON value of an encodable one.
    init(_ value: some Encodable) throws {
        self = try JSONDecoder().decode(JSONValue.self, from: JSONEncoder().encode(value))
    }

    /// Every value in it that is not null, with its path in words (`payload bytes`), in the order of the names.
    ///
    /// Arrays of more than `most` values are represented by their count.
    func entries(except skipped: Set<String> = [], longest most: Int = 32) -> [(name: String, text: String)] {
        switch self {
        case .object(let members):
            members.filter { !skipped.contains($0.key) }.sorted { $0.key < $1.key }.flatMap { key, value in
                value.entries(longest: most).map { name, text in
                    (name.isEmpty ? Self.words(key) : "\(Self.words(key)), \(name)", text)
                }
            }
        case .array(let values) where values.contains(where: \.isStructured):
            values.prefix(most).enumerated().flatMap { index, value in
                value.entries(longest: most).map { name, text in
                    (name.isEmpty ? "\(index + 1)" : "\(index + 1), \(name)", text)
                }
            }
        case .array(let values) where values.count > most: [("", "\(decimal(values.count)) values")]
        case .array(let values): values.isEmpty ? [] : [("", values.map(\.text).joined(separator: ", "))]
        case .null: []
        default: [("", text)]
        }
    }

    private var isStructured: Bool {
        switch self {
        case .object, .array: true
        default: false
        }
    }

    private var text: String {
        switch self {
        case .string(let text): text
        case .number(let number):
            number == number.rounded() && number.magnitude < 1e15 ? decimal(Int(number)) : decimal(number, decimals: 2)
        case .boolean(let truth): truth ? "yes" : "no"
        case .null: "-"
        case .object, .array: ""
        }
    }

    /// `payloadBytes` as `payload bytes`.
    private static func words(_ key: String) -> String {
        var words = ""
        for character in key {
            if character.isUppercase, words.last?.isLowercase == true { words.append(" ") }
            words += character.lowercased()
        }
        return words
    }
}

extension JSONValue: Decodable {
    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if container.decodeNil() {
            self = .null
        } else if let truth = try? container.decode(Bool.self) {
            self = .boolean(truth)
        } else if let number = try? container.decode(Double.self) {
            self = .number(number)
        } else if let text = try? container.decode(String.self) {
            self = .string(text)
        } else if let values = try? container.decode([JSONValue].self) {
            self = .array(values)
        } else {
            self = .object(try container.decode([String: JSONValue].self))
        }
    }
}
