import Foundation

enum JSONValue: Hashable, Sendable {
    case object([String: JSONValue])
    case array([JSONValue])
    case string(String)
    case number(Double)
    case boolean(Bool)
    case null

    init(_ value: some Encodable) throws {
        self = try JSONDecoder().decode(JSONValue.self, from: JSONEncoder().encode(value))
    }

    /// Every value of an object that is not null, with its path in words (`payload bytes`), in the order of the names.
    func entries(except skipped: Set<String> = []) -> [(name: String, value: String)] {
        guard case .object(let members) = self else { return text.map { [("", $0)] } ?? [] }
        return members.filter { !skipped.contains($0.key) }.sorted { $0.key < $1.key }.flatMap { key, value in
            value.entries().map { ($0.name.isEmpty ? Self.words(key) : "\(Self.words(key)), \($0.name)", $0.value) }
        }
    }

    /// The value as text; `nil` for objects, empty arrays and null.
    private var text: String? {
        switch self {
        case .string(let text): text
        case .number(let number):
            number == number.rounded() && number.magnitude < 1e15 ? decimal(Int(number)) : decimal(number, decimals: 2)
        case .boolean(let truth): truth ? "yes" : "no"
        case .array(let values): values.isEmpty ? nil : values.compactMap(\.text).joined(separator: ", ")
        case .null, .object: nil
        }
    }

    /// `payloadBytes` as `payload bytes`.
    private static func words(_ key: String) -> String {
        key.replacing(/([a-z])([A-Z])/) { "\($0.1) \($0.2)" }.lowercased()
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
