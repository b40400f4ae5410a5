/// What a projection declares of one of its tables: its number, and the indexes by which its rows are found.
///
/// A ``Table`` knows its own: ``Table/definition``. A projection that puts bytes under keys without one writes
/// `TableDefinition(0)`.
public struct TableDefinition: Hashable, Sendable {
    /// What a projection declares of an index.
    public struct Index: Hashable, Sendable {
        /// The number of the table in which it is kept.
        public let number: UInt8

        /// Whether a term belongs to one row at most.
        public let isUnique: Bool

        /// Makes a definition of its parts.
        public init(_ number: UInt8, isUnique: Bool = false) {
            self.number = number
            self.isUnique = isUnique
        }
    }

    /// The number of the table.
    public let number: UInt8

    /// Its indexes, each in a table of its own.
    public let indexes: [Index]

    /// Makes a definition of its parts.
    public init(_ number: UInt8, indexes: [Index] = []) {
        self.number = number
        self.indexes = indexes
    }

    /// The numbers that it takes: the table's and its indexes'.
    var numbers: [UInt8] { [number] + indexes.map(\.number) }
}

extension Table {
    /// What a projection that keeps this table declares of it.
    public var definition: TableDefinition { TableDefinition(number, indexes: indexes.map(\.definition)) }
}
