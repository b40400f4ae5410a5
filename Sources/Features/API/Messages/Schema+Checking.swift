public import DomainKit

extension Schema {
    /// Checks a value.
    ///
    /// - Parameters:
    ///   - value: The value.
    ///   - field: The name of the value in failures; empty for a whole body.
    /// - Returns: Every difference from the schema: fields that are missing, unknown or of another type.
    public func failures(of value: JSONValue, field: String = "") -> [ValidationFailure] {
        switch (self, value) {
        case (.string, .string), (.boolean, .boolean): return []
        case (.integer, .number(let number)):
            let isValid = number.rounded() == number && number >= 0 && number < 9_007_199_254_740_992
            return isValid ? [] : [failure(field, value, "is not an integer of 0 or more: give one below 2^53")]
        case (.array(let element), .array(let values)):
            return values.enumerated().flatMap { element.failures(of: $1, field: "\(field)[\($0)]") }
        case (.object(_, let properties), .object(let members)):
            return failures(of: members, field: field, properties)
        default: return [failure(field.isEmpty ? "body" : field, .null, "is \(value.noun): give \(noun)")]
        }
    }

    private func failures(
        of members: [String: JSONValue], field: String, _ properties: [Property]
    ) -> [ValidationFailure] {
        var failures: [ValidationFailure] = []
        for property in properties {
            let name = path(field, property.name)
            if let member = members[property.name] {
                failures += property.schema.failures(of: member, field: name)
            } else if property.isRequired {
                failures.append(failure(name, .null, "is missing: give \(property.schema.noun)"))
            }
        }
        let known = Set(properties.map(\.name))
        for name in members.keys.sorted() where !known.contains(name) {
            failures.append(failure(path(field, name), .null, "is unknown here: leave it out"))
        }
        return failures
    }

    /// What a value of the schema is.
    private var noun: String {
        switch self {
        case .string(let format): format.map { "a string (\($0))" } ?? "a string"
        case .integer: "an integer"
        case .boolean: "true or false"
        case .array: "an array"
        case .object: "an object"
        }
    }

    private func path(_ field: String, _ name: String) -> String { field.isEmpty ? name : "\(field).\(name)" }

    /// Values are not repeated in failures, except numbers: they may be secrets.
    private func failure(_ field: String, _ value: JSONValue, _ message: String) -> ValidationFailure {
        let shown = if case .number(let number) = value { "\(number)" } else { "" }
        return ValidationFailure(field: field, value: shown, message: message)
    }
}
