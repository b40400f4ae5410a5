import FeatureAPI
import TestRandomness

/// Makes bodies of requests from schemas: valid, nearly valid, and wild.
struct BodyGenerator: Sendable {
    let document: APIDocument

    /// Values that the API takes, by the names of properties.
    var values: [String: [String]]

    /// Objects that the API takes as a whole, by the names of their schemas.
    var examples: [String: [JSONValue]] = [:]

    /// Makes a body.
    ///
    /// - Parameters:
    ///   - schema: Its schema.
    ///   - isFitting: Whether it must fit the schema.
    ///   - generator: Makes the choices.
    /// - Returns: The bytes.
    /// - Throws: Errors of encoding.
    mutating func body(
        for schema: JSONValue, isFitting: Bool, using generator: inout SeededGenerator
    ) throws -> [UInt8] {
        let valid = value(of: schema, named: "", using: &generator)
        switch generator.below(isFitting ? 5 : 10) {
        case 0..<5: return try MessageCoding.encode(valid)
        case 5..<8: return try MessageCoding.encode(spoiled(valid, using: &generator))
        default: return wild(try MessageCoding.encode(valid), using: &generator)
        }
    }

    /// A value of a schema.
    func value(of schema: JSONValue, named name: String, using generator: inout SeededGenerator) -> JSONValue {
        let reference = schema["$ref"]?.text?.split(separator: "/").last.map(String.init) ?? ""
        if let example = examples[reference]?.randomElement(using: &generator), generator.chance(75) { return example }
        let schema = document.resolved(schema)
        switch schema["type"]?.text {
        case "object":
            let required = Set((schema["required"]?.elements ?? []).compactMap(\.text))
            var members: [String: JSONValue] = [:]
            for (name, property) in (schema["properties"]?.members ?? [:]).sorted(by: { $0.key < $1.key })
            where required.contains(name) || generator.chance(30) {
                members[name] = value(of: property, named: name, using: &generator)
            }
            return .object(members)
        case "array":
            return .array(
                (0..<generator.below(4)).map { _ in
                    value(of: schema["items"] ?? .null, named: name, using: &generator)
                })
        case "integer": return .number(Double(generator.below(2_000)))
        case "boolean": return .boolean(generator.chance(50))
        default: return .string(text(named: name, using: &generator))
        }
    }

    private func text(named name: String, using generator: inout SeededGenerator) -> String {
        if let known = values[name]?.randomElement(using: &generator), generator.chance(85) { return known }
        return Self.texts[generator.below(Self.texts.count)]
    }

    /// Texts that rules, parsers and storages get wrong.
    static let texts = [
        "", " ", "Buy milk", "\u{0}", "a\u{7}b\r\n", "\u{202E}txt", "e\u{301}", "\u{1F41A}", "../../etc/passwd",
        "'; DROP TABLE items; --", "<script>", "%00%ff", "{}", "null", "NaN", "-1", "1e400", "9223372036854775808",
        "2026-02-30", "0000-00-00", "1990-12-10", "٢٠٢٦-٠١-٠١", "00000000-0000-0000-0000-000000000000", "c0", "\"v1\"",
        "a@b", "@", "a@b@c", String(repeating: "a", count: 300), String(repeating: "é", count: 2_000),
    ]

    /// A value that differs from a valid one in one place.
    private func spoiled(_ value: JSONValue, using generator: inout SeededGenerator) -> JSONValue {
        guard case .object(var members) = value, let name = members.keys.sorted().randomElement(using: &generator)
        else {
            return Self.strange[generator.below(Self.strange.count)]
        }
        switch generator.below(4) {
        case 0: members[name] = nil
        case 1: members[Self.texts[generator.below(Self.texts.count)]] = "more"
        case 2: members[name] = Self.strange[generator.below(Self.strange.count)]
        default: members[name] = .string(Self.texts[generator.below(Self.texts.count)])
        }
        return .object(members)
    }

    private static let strange: [JSONValue] = [
        .null, true, 0, .number(-1), .number(1.5), .number(1e300), .number(-9.3e18), "", [], [[]], [:], ["": .null],
        ["name": ["name": "deep"]], .array([JSONValue](repeating: 0, count: 500)),
    ]

    /// Bytes that are hardly JSON, made of valid ones.
    private func wild(_ bytes: [UInt8], using generator: inout SeededGenerator) -> [UInt8] {
        var bytes = bytes
        switch generator.below(6) {
        case 0: return generator.bytes(generator.below(200))
        case 1: return Array(bytes.prefix(generator.below(bytes.count + 1)))
        case 2:
            for _ in 0...generator.below(4) where !bytes.isEmpty {
                bytes[generator.below(bytes.count)] = UInt8(truncatingIfNeeded: generator.next())
            }
            return bytes
        case 3: return bytes + [UInt8](repeating: UInt8(ascii: " "), count: 65_000 + generator.below(1_000))
        case 4: return Array(Self.wildTexts[generator.below(Self.wildTexts.count)].utf8)
        default: return bytes + bytes
        }
    }

    private static let wildTexts = [
        "", "{", "[", "null", "\"", #"{"name":"\ud800"}"#, #"{"name":"\udc00\ud800"}"#, #"{"name":"\u0000"}"#,
        #"{"name":"a","name":"b"}"#, #"{"name":1e999}"#, #"{"name":-0}"#, #"{"name":00}"#, #"{"name":"a",}"#,
        #"{"name":'a'}"#, #"{/**/"name":"a"}"#, #"{"name":NaN}"#, "\u{FEFF}{\"name\":\"a\"}",
        #"{"name":123456789012345678901234567890123456789012345678901234567890}"#,
        String(repeating: "[", count: 30_000), String(repeating: #"{"a":"#, count: 10_000),
        #"{"email":"a@example.com\r\nBcc: b@example.com","password":"a long and odd password"}"#,
    ]
}
