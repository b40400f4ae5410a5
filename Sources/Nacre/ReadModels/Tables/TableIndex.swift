/// A secondary index of a table: finds rows by terms other than their key.
///
/// It is stored in its own table, which ``Table/set(_:at:in:)`` and the other methods of the table change in the same
/// transaction as the row.
///
/// An entry has at most ``ReadModelLimits/keyBytes`` bytes: the term, followed in a non-unique index by the key of
/// the row. Index only a part of long texts. Writing a row with a longer entry throws, which halts the projection.
public struct TableIndex<Key: TableKey, Row: Sendable, Term: TableKey>: Sendable {
    /// The number of the table that stores the index.
    public let number: UInt8

    // PROJ-16: A unique index is a kind of its own.
    /// Whether at most one row may have a term.
    ///
    /// Writing a second row with the same term throws.
    public let isUnique: Bool

    /// The terms of a row.
    @usableFromInline let terms: @Sendable (Row) -> [Term]

    /// The term of a row, if every row has exactly one.
    @usableFromInline let term: (@Sendable (Row) -> Term)?

    /// The name of the indexed fields in messages; `nil` if it is not known.
    @usableFromInline let label: String?

    /// Declares an index in which every row has one term.
    ///
    /// - Parameters:
    ///   - number: The number of the table that stores it, unique among the tables and indexes of the model.
    ///   - isUnique: Whether at most one row may have a term.
    ///   - term: The term of a row.
    @inlinable
    public init(_ number: UInt8, isUnique: Bool = false, of term: @escaping @Sendable (Row) -> Term) {
        self.number = number
        self.isUnique = isUnique
        terms = { [term($0)] }
        self.term = term
        label = nil
    }

    /// Declares an index.
    ///
    /// - Parameters:
    ///   - number: The number of the table that stores it, unique among the tables and indexes of the model.
    ///   - isUnique: Whether at most one row may have a term.
    ///   - terms: The terms of a row; empty if the row is not to be indexed.
    public init(_ number: UInt8, isUnique: Bool = false, by terms: @escaping @Sendable (Row) -> [Term]) {
        self.number = number
        self.isUnique = isUnique
        self.terms = terms
        term = nil
        label = nil
    }

    /// Declares an index with a label for messages.
    init(
        _ number: UInt8, isUnique: Bool, label: String?, term: (@Sendable (Row) -> Term)?,
        terms: @escaping @Sendable (Row) -> [Term]
    ) {
        self.number = number
        self.isUnique = isUnique
        self.label = label
        self.term = term
        self.terms = terms
    }

    /// Calls a closure with the keys of the rows that have a term, in order, until the closure returns `false`.
    ///
    /// - Parameters:
    ///   - term: The term.
    ///   - reader: The read model.
    ///   - body: Called with a key. Returns whether to continue.
    /// - Throws: Any error that `body` throws; ``EventStoreError``.
    /// - Complexity: O(log *n* + *m*) in the number *n* of entries and the number *m* of keys visited.
    public func forEachKey(
        with term: Term, in reader: any ReadModelReader, _ body: (Key) throws -> Bool
    ) throws {
        guard !isUnique else {
            if let key = try onlyKey(with: term, in: reader) { _ = try body(key) }
            return
        }
        let term = term.bytes
        // No term is a prefix of another one, and every entry is longer than its term.
        try reader.forEachRow(in: number, after: term) { entry, _ in
            guard entry.starts(with: term) else { return false }
            return try body(try Key(bytes: entry.dropFirst(term.count)))
        }
    }

    /// The key of the first row that has a term; with a unique index, the only one.
    ///
    /// - Parameters:
    ///   - term: The term.
    ///   - reader: The read model.
    /// - Returns: The key; `nil` if no row has the term.
    /// - Throws: ``EventStoreError``.
    /// - Complexity: O(log *n*) in the number of entries.
    @inlinable
    public func firstKey(with term: Term, in reader: any ReadModelReader) throws -> Key? {
        guard !isUnique else { return try onlyKey(with: term, in: reader) }
        var found: Key?
        try forEachKey(with: term, in: reader) {
            found = $0
            return false
        }
        return found
    }

    /// The key of the only row with a term, in a unique index.
    @inlinable
    func onlyKey(with term: Term, in reader: any ReadModelReader) throws -> Key? {
        guard let stage = reader.stage else {
            return try reader.value(for: term.bytes, in: number).map { try Key(bytes: $0) }
        }
        return try stage.row(at: term.packed, in: number, as: .index, encode: Self.encode, decode: Self.decode)
    }

    /// The entries of the index that a stage has cached; `nil` if there are none, or they are not stored as keys.
    @inlinable
    func rows(in stage: RowStage) -> RowTable<Key>? { stage.tables[Int(number)] as? RowTable<Key> }

    @usableFromInline static var encode: @Sendable (Key) -> [UInt8] { { $0.bytes } }
    @usableFromInline static var decode: @Sendable ([UInt8]) throws -> Key { { try Key(bytes: $0) } }

    @usableFromInline static var lostRow: EventStoreError {
        .damagedReadModel("a row that an index names is missing")
    }
}

extension TableIndex {
    /// Describes an entry as text, or why it cannot be read.
    ///
    /// - Parameters:
    ///   - key: The entry's key.
    ///   - value: The entry's value.
    ///   - words: Describes a term and the key of its row.
    /// - Returns: One line.
    public func describe(key: [UInt8], value: [UInt8], _ words: (Term, Key) -> String) -> String {
        do {
            var reader = TableKeyReader(isUnique ? key : key + value)
            let term = try Term(from: &reader)
            guard !isUnique else {
                try reader.end()
                return words(term, try Key(bytes: value))
            }
            let row = try Key(from: &reader)
            try reader.end()
            return words(term, row)
        } catch {
            return "an entry of \(key.count + value.count) bytes in table \(number) that cannot be read (\(error))"
        }
    }
}

/// The part of an index's description that is not needed to change a row.
@usableFromInline
struct TableIndexDeclaration: Sendable {
    /// The declaration of the index.
    @usableFromInline let definition: TableDefinition.Index

    /// The key paths of the indexed fields; empty if the index was declared with a closure.
    var paths: [any AnyKeyPath & Sendable] = []

    /// Describes an entry.
    let describe: @Sendable (_ key: [UInt8], _ value: [UInt8]) -> String

    /// The index itself: a ``TableIndex`` of the table's key and row.
    let index: any Sendable

    @usableFromInline
    init<Key, Row, Term>(_ index: TableIndex<Key, Row, Term>) {
        definition = TableDefinition.Index(index.number, isUnique: index.isUnique, label: index.label)
        describe = { key, value in index.describe(key: key, value: value) { index.words(term: $0, key: $1) } }
        self.index = index
    }
}

/// An index with its term type erased.
@usableFromInline
struct AnyTableIndex<Key: TableKey, Row: Sendable>: Sendable {
    /// Whether two rows have the same terms.
    ///
    /// Most changes of a row keep its terms.
    @usableFromInline let isSame: @Sendable (Row, Row) -> Bool

    /// Verifies that the terms of a row can be indexed: none is too long, and in a unique index no other row
    /// has one of them.
    @usableFromInline let check: @Sendable (Key, Row, any ReadModelWriter) throws -> Void

    /// Replaces the index entries of the old row under a key by those of the new row, whose terms were checked.
    @usableFromInline let move: @Sendable (Key, Row?, Row?, any ReadModelWriter) throws -> Void

    @inlinable
    init<Term>(_ index: TableIndex<Key, Row, Term>) {
        isSame = { old, new in
            if let term = index.term { return term(old).packed == term(new).packed }
            return index.terms(old).map(\.packed) == index.terms(new).map(\.packed)
        }
        check = { key, row, writer in
            if let term = index.term {
                try index.check(key, term(row), in: writer)
            } else {
                for term in index.terms(row) { try index.check(key, term, in: writer) }
            }
        }
        move = { key, old, new, writer in
            if old == nil, let new, index.isUnique, let term = index.term, let stage = writer.stage {
                let term = term(new).packed
                return try stage.setRow(
                    key, at: term, in: index.number, as: .index, encode: TableIndex<Key, Row, Term>.encode)
            }
            let (before, after) = (old.map(index.terms) ?? [], new.map(index.terms) ?? [])
            try index.move(key, from: before.map(\.packed), to: after.map(\.packed), in: writer)
        }
    }
}

extension TableIndex {
    /// Describes an entry.
    @usableFromInline
    func words(term: Term, key: Key) -> String {
        "the index \(label.map { "by \($0)" } ?? "in table \(number)") of \(Table<Key, Row>.rowName) finds \(key.inWords) by "
            + term.inWords
    }

    /// Verifies that a row can be indexed under a term.
    @inlinable
    func check(_ key: Key, _ term: Term, in writer: any ReadModelWriter) throws {
        let count = isUnique ? term.packed.count : term.packed.count + key.packed.count
        guard count <= ReadModelLimits.keyBytes else { throw tooLong(term, count) }
        guard isUnique else { return }
        guard let taken = try onlyKey(with: term, in: writer), taken.packed != key.packed else { return }
        throw conflict(term, of: taken, with: key)
    }

    @usableFromInline
    func tooLong(_ term: Term, _ count: Int) -> EventStoreError {
        .invalid(
            """
            a row with \(term.inWords) cannot be added to the index \(label.map { "by \($0)" } ?? "in table \(number)") of \
            \(Table<Key, Row>.rowName): an entry has at most \(ReadModelLimits.keyBytes) bytes, this has \(count): index \
            a part of a long text instead
            """)
    }

    @usableFromInline
    func conflict(_ term: Term, of taken: Key, with key: Key) -> TableIndexConflict {
        TableIndexConflict(
            table: number, rows: Table<Key, Row>.rowName, label: label, term: term.inWords,
            keys: [taken, key].map(\.inWords))
    }

    @usableFromInline
    func move(_ key: Key, from before: [PackedKey], to after: [PackedKey], in writer: any ReadModelWriter) throws {
        let bytes = key.bytes
        try writer.stage?.checkDeclared(number, as: .index)
        for term in before where !after.contains(term) {
            try writer.removeValue(for: isUnique ? term.bytes : term.bytes + bytes, in: number)
        }
        for term in after where !before.contains(term) {
            if isUnique {
                try writer.setValue(bytes, for: term.bytes, in: number)
            } else {
                try writer.setValue([], for: term.bytes + bytes, in: number)
            }
        }
    }
}
