/// A row of a read model, decoded by its projection for tools that do not know its type.
public struct DecodedRow: Sendable {
    /// The name under which a tool finds the row: its key as text, or what identifies it for the feature.
    public let name: String

    /// The row, which tools reflect.
    public let row: any Sendable

    /// Creates a decoded row.
    ///
    /// - Parameters:
    ///   - name: The name under which a tool finds the row.
    ///   - row: The row.
    public init(name: String, row: any Sendable) {
        self.name = name
        self.row = row
    }
}
