import FeatureAPI

extension JSONValue {
    init(json: [UInt8]) throws {
        struct Message: APIMessage {
            let value: JSONValue

            static var schema: Schema? { nil }

            init(from decoder: any Decoder) throws { value = try JSONValue(from: decoder) }

            func encode(to encoder: any Encoder) throws { try value.encode(to: encoder) }
        }
        self = try MessageCoding.decode(json, as: Message.self).value
    }

    var members: [String: JSONValue]? {
        guard case .object(let members) = self else { return nil }
        return members
    }

    subscript(name: String) -> JSONValue? { members?[name] }

    /// All values of `$ref`.
    var references: Set<String> {
        switch self {
        case .object(let members):
            members.reduce(into: []) { found, member in
                if member.key == "$ref", case .string(let text) = member.value { found.insert(text) }
                found.formUnion(member.value.references)
            }
        case .array(let values): values.reduce(into: []) { $0.formUnion($1.references) }
        default: []
        }
    }

    /// The differences of a value from this JSON Schema.
    func failures(of value: JSONValue, in document: JSONValue, at place: String = "") -> [String] {
        if case .string(let reference) = self["$ref"], let name = reference.split(separator: "/").last {
            guard let schema = document["components"]?["schemas"]?[String(name)] else { return ["no \(reference)"] }
            return schema.failures(of: value, in: document, at: place)
        }
        switch (self["type"], value) {
        case ("string", .string), ("boolean", .boolean), ("integer", .number): return []
        case ("array", .array(let values)):
            return values.flatMap { self["items"]?.failures(of: $0, in: document, at: "\(place)[]") ?? [] }
        case ("object", .object(let members)):
            var failures: [String] = []
            if case .array(let required) = self["required"] {
                failures += required.compactMap { name in
                    guard case .string(let name) = name, members[name] == nil else { return nil }
                    return "\(place).\(name) is missing"
                }
            }
            for (name, member) in members {
                let schema = self["properties"]?[name]
                failures += schema?.failures(of: member, in: document, at: "\(place).\(name)") ?? ["\(place).\(name)"]
            }
            return failures
        default: return ["\(place) is \(value)"]
        }
    }
}
