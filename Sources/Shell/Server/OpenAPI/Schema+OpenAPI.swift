import FeatureAPI

extension Schema {
    /// The schema as JSON Schema; an object is referred to by its name.
    var reference: JSONValue {
        switch self {
        case .string(let format?): ["type": "string", "format": .string(format)]
        case .string(nil): ["type": "string"]
        case .integer: ["type": "integer", "minimum": 0]
        case .boolean: ["type": "boolean"]
        case .array(let element): ["type": "array", "items": element.reference]
        case .object(let name, _): ["$ref": .string("#/components/schemas/\(name)")]
        }
    }

    /// Adds the objects in the schema by their names.
    func collect(into schemas: inout [String: JSONValue]) {
        switch self {
        case .string, .integer, .boolean: break
        case .array(let element): element.collect(into: &schemas)
        case .object(let name, let properties):
            for property in properties { property.schema.collect(into: &schemas) }
            let members = properties.map { ($0.name, $0.schema.reference) }
            schemas[name] = [
                "type": "object", "additionalProperties": false,
                "required": .array(properties.filter(\.isRequired).map { .string($0.name) }),
                "properties": .object(Dictionary(members) { _, last in last }),
            ]
        }
    }
}
