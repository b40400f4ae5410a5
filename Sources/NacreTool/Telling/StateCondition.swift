import Nacre
import NacreRuntime

/// A value of a field of a state: `name=README.md`.
struct StateCondition: Hashable, Sendable {
    /// The path of the field.
    let path: FieldPath

    /// The value: a string's text, or the JSON of any other value.
    let value: String

    /// Parses a condition: a path, `=`, and the value.
    ///
    /// - Throws: ``JSONPathError``.
    init(parsing text: String) throws {
        func error(_ reason: String) -> JSONPathError {
            JSONPathError(text, reason, example: #"name or lines[0]["unit price"]"#)
        }
        let rest: Substring
        do {
            rest = try JSONPath.parsePrefix(of: text).rest
        } catch let known as JSONPathError {
            throw error(known.reason)
        }
        guard rest.hasPrefix("=") else { throw error("after the path, = and a value are missing") }
        path = FieldPath(String(text.dropLast(rest.count)))
        value = String(rest.dropFirst())
        guard !value.isEmpty else { throw error("after =, a value is missing") }
    }

    /// Whether a state has the value; an id is the same in upper and lower case.
    func holds(in state: StateValue) -> Bool {
        var values = [Array(value.utf8), Self.json(value)]
        if let id {
            values += [id.description, id.description.uppercased()].map(Self.json)
        }
        return state.fields().contains { $0.path == path && values.contains($0.json) }
    }

    /// Texts that the data of an event has which gives a state the value; none if the data need not have any.
    ///
    /// They are the parts that data in JSON has as they are, however its other characters are escaped. The name of a
    /// case, a flag, `null` and a number are often only implied by an event.
    var texts: [ByteSearch] {
        if let id { return [ByteSearch(id.description, ignoringCase: true)] }
        let isCase = path == "case" || path.text.hasSuffix(".case")
        guard !isCase, case .text = ValueComparison.Scalar(typed: value) else { return [] }
        let parts = value.split { !($0.isASCII && ($0.isLetter || $0.isNumber || " ._-".contains($0))) }
        return Set(parts).map { ByteSearch(String($0)) }
    }

    private var id: EventID? { EventID(value) }

    private static func json(_ text: String) -> [UInt8] {
        var writer = JSONWriter()
        writer.string(text)
        return writer.bytes
    }
}
