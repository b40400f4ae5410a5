/// A row of a table, with its key.
public struct TableEntry<Key: TableKey, Row: Sendable>: Sendable {
    /// The key.
    public let key: Key

    /// The row.
    public let row: Row

    /// Creates an entry from its parts.
    public init(key: Key, row: Row) {
        self.key = key
        self.row = row
    }
}

extension TableEntry: Equatable where Key: Equatable, Row: Equatable {}
extension TableEntry: Hashable where Key: Hashable, Row: Hashable {}
extension TableEntry: Codable where Key: Codable, Row: Codable {}

/// A page of rows, and the cursor of the next page.
public struct TablePage<Key: TableKey, Row: Sendable>: Sendable {
    /// The rows, in the requested order.
    public let entries: [TableEntry<Key, Row>]

    /// The cursor of the next page; `nil` if this is the last one.
    public let next: TableCursor?

    /// The rows without their keys.
    public var rows: [Row] { entries.map(\.row) }

    /// Creates a page from its parts.
    public init(entries: [TableEntry<Key, Row>], next: TableCursor?) {
        self.entries = entries
        self.next = next
    }
}

extension TablePage: Equatable where Key: Equatable, Row: Equatable {}
