public import DomainKit

/// Two rows of a table have the same term in a unique index.
///
/// If a projection throws it, the projection halts, and the message is part of the halt.
public struct TableIndexConflict: DescribedError, Hashable, Sendable {
    /// The number of the index's table.
    public let table: UInt8

    /// The type of the rows.
    public let rows: String

    /// The unique field, as declared; `nil` for an index that was declared with a closure.
    public let field: String?

    /// The term that both rows have, as text.
    public let term: String

    /// The keys of both rows, as text: of the row that has the term, and of the row being written.
    public let keys: [String]

    init(table: UInt8, rows: String, label: String?, term: String, keys: [String]) {
        self.table = table
        self.rows = rows
        field = label
        self.term = term
        self.keys = keys
    }

    /// The conflict and the remedy, as text.
    public var description: String {
        """
        rows \(keys.joined(separator: " and ")) of \(rows) both have \(field.map { "\($0) " } ?? "")\(term), but the index in table \
        \(table) is unique: enforce unique values when appending, or declare an index that is not unique
        """
    }
}
