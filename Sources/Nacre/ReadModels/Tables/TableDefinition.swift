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

        /// By what rows are found, as messages say it; `nil` where that is not known.
        let label: String?

        /// Makes a definition of its parts.
        public init(_ number: UInt8, isUnique: Bool = false) {
            self.init(number, isUnique: isUnique, label: nil)
        }

        @usableFromInline
        init(_ number: UInt8, isUnique: Bool, label: String?) {
            self.number = number
            self.isUnique = isUnique
            self.label = label
        }
    }

    /// The number of the table.
    public let number: UInt8

    /// Its indexes, each in a table of its own.
    public let indexes: [Index]

    /// What the rows are, as messages say it; `nil` where that is not known.
    let label: String?

    /// Makes a definition of its parts.
    public init(_ number: UInt8, indexes: [Index] = []) {
        self.init(number, indexes: indexes, label: nil)
    }

    init(_ number: UInt8, indexes: [Index], label: String?) {
        self.number = number
        self.indexes = indexes
        self.label = label
    }

    /// The numbers that it takes, the table's and its indexes', with what each is taken for.
    var uses: [(number: UInt8, use: TableUse, words: String)] {
        let name = label.map { "the table of \($0)" } ?? "table \(number)"
        return [(number, .table, name)]
            + indexes.map { index in
                let by = index.label.map { "by \($0)" } ?? "in table \(index.number)"
                return (index.number, .index, "the index \(by) of \(name)")
            }
    }
}

/// What a table's number stands for.
@usableFromInline
enum TableUse: Sendable {
    /// Rows.
    case table

    /// The entries of an index.
    case index
}

// What messages say of a table is no part of what it is.
extension TableDefinition {
    /// Whether both have the same number and the same indexes.
    public static func == (left: TableDefinition, right: TableDefinition) -> Bool {
        left.number == right.number && left.indexes == right.indexes
    }

    /// Hashes the number and the indexes.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(number)
        hasher.combine(indexes)
    }
}

extension TableDefinition.Index {
    /// Whether both have the same number, and are both unique or both not.
    public static func == (left: TableDefinition.Index, right: TableDefinition.Index) -> Bool {
        left.number == right.number && left.isUnique == right.isUnique
    }

    /// Hashes the number, and whether it is unique.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(number)
        hasher.combine(isUnique)
    }
}

extension Table {
    /// What a projection that keeps this table declares of it.
    public var definition: TableDefinition {
        TableDefinition(number, indexes: declarations.map(\.definition), label: Self.rowName)
    }

    /// The type of the rows as messages name it: without its module.
    static var rowName: String {
        let name = String(reflecting: Row.self)
        guard let dot = name.firstIndex(of: "."), !name.contains("(") else { return String(describing: Row.self) }
        return String(name[name.index(after: dot)...])
    }
}
