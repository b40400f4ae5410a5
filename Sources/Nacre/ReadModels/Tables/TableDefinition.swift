/// The declaration of a projection's table: its number and its indexes.
///
/// A ``Table`` provides its own: ``Table/definition``. A projection that writes bytes without a ``Table`` declares
/// `TableDefinition(0)`.
public struct TableDefinition: Hashable, Sendable {
    /// The declaration of an index.
    public struct Index: Hashable, Sendable {
        /// The number of the table that stores the index.
        public let number: UInt8

        /// Whether at most one row may have a term.
        public let isUnique: Bool

        /// The name of the indexed fields in messages; `nil` if it is not known.
        let label: String?

        /// Creates a definition from its parts.
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

    /// Its indexes.
    ///
    /// Each is stored in its own table.
    public let indexes: [Index]

    /// The name of the rows in messages; `nil` if it is not known.
    let label: String?

    /// Creates a definition from its parts.
    public init(_ number: UInt8, indexes: [Index] = []) {
        self.init(number, indexes: indexes, label: nil)
    }

    init(_ number: UInt8, indexes: [Index], label: String?) {
        self.number = number
        self.indexes = indexes
        self.label = label
    }

    /// The numbers used by the table and its indexes, with a description of each use.
    var uses: [(number: UInt8, use: TableUse, words: String)] {
        let name = label.map { "the table of \($0)" } ?? "table \(number)"
        return [(number, .table, name)]
            + indexes.map { index in
                let by = index.label.map { "by \($0)" } ?? "in table \(index.number)"
                return (index.number, .index, "the index \(by) of \(name)")
            }
    }
}

/// What a table number is used for.
@usableFromInline
enum TableUse: Sendable {
    /// The rows of a table.
    case table

    /// The entries of an index.
    case index
}

// Labels are only for messages and do not count for equality.
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
    /// Whether both have the same number and the same uniqueness.
    public static func == (left: TableDefinition.Index, right: TableDefinition.Index) -> Bool {
        left.number == right.number && left.isUnique == right.isUnique
    }

    /// Hashes the number and the uniqueness.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(number)
        hasher.combine(isUnique)
    }
}

extension Table {
    /// The declaration of this table for a projection.
    public var definition: TableDefinition {
        TableDefinition(number, indexes: declarations.map(\.definition), label: Self.rowName)
    }

    /// The name of the row type in messages, without its module.
    static var rowName: String {
        let name = String(reflecting: Row.self)
        // Without the module; the reflected name of a private type contains its context in parentheses.
        guard let dot = name.firstIndex(of: "."), !name.contains("(") else { return String(describing: Row.self) }
        return String(name[name.index(after: dot)...])
    }
}
