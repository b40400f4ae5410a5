/// Header fields; names are compared without regard to case.
public struct APIFields: Sendable, Hashable {
    private var values: [String: String] = [:]

    /// Creates fields.
    ///
    /// - Parameter fields: The values by name.
    public init(_ fields: [String: String] = [:]) {
        for (name, value) in fields { values[name.lowercased()] = value }
    }

    /// The names, in lower case, with their values.
    public var all: [(name: String, value: String)] { values.sorted { $0.key < $1.key }.map { ($0.key, $0.value) } }

    /// The value of a field; `nil` if there is none.
    public subscript(name: String) -> String? {
        get { values[name.lowercased()] }
        set { values[name.lowercased()] = newValue }
    }

    /// Adds a value to a field, as one more element of its list.
    ///
    /// - Parameters:
    ///   - value: The value.
    ///   - name: The name of the field.
    public mutating func add(_ value: String, to name: String) {
        let before = self[name]
        self[name] = before.map { "\($0), \(value)" } ?? value
    }
}
