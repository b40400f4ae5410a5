/// A row of a table, with its key.
public struct TableEntry<Key: TableKey, Row: Sendable>: Sendable {
    /// The key.
    public let key: Key

    /// The row.
    public let row: Row

    /// Makes an entry of its parts.
    public init(key: Key, row: Row) {
        self.key = key
        self.row = row
    }
}

extension TableEntry: Equatable where Key: Equatable, Row: Equatable {}
extension TableEntry: Hashable where Key: Hashable, Row: Hashable {}
extension TableEntry: Codable where Key: Codable, Row: Codable {}

/// Some rows of a table, and where to go on.
public struct TablePage<Key: TableKey, Row: Sendable>: Sendable {
    /// The rows, in the order that was asked for.
    public let entries: [TableEntry<Key, Row>]

    /// Where the next page begins; `nil` where this is the last one.
    public let next: TableCursor?

    /// The rows without their keys.
    public var rows: [Row] { entries.map(\.row) }

    /// Makes a page of its parts.
    public init(entries: [TableEntry<Key, Row>], next: TableCursor?) {
        self.entries = entries
        self.next = next
    }
}

extension TablePage: Equatable where Key: Equatable, Row: Equatable {}
