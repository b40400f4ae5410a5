/// A second order of a table's rows: finds them by something else than their key.
///
/// It is a table of its own, which ``Table/set(_:at:in:)`` and its siblings change in the transaction of the row.
///
/// A term, and in an index that is not unique the key of its row behind it, has ``ReadModelLimits/keyBytes`` bytes at most:
/// find long texts by a part of them. A row with a longer one cannot be put, which halts the projection.
public struct TableIndex<Key: TableKey, Row: Sendable, Term: TableKey>: Sendable {
    /// The number of the table in which it is kept.
    public let number: UInt8

    /// Whether a term belongs to one row at most: the second one that has it cannot be put.
    public let isUnique: Bool

    /// By what a row is found.
    @usableFromInline let terms: @Sendable (Row) -> [Term]

    /// By what a row is found, where that is always one term.
    @usableFromInline let term: (@Sendable (Row) -> Term)?

    /// By what rows are found, as messages say it; `nil` where that is not known.
    @usableFromInline let label: String?

    /// Declares an index of rows that are found by one term each.
    ///
    /// - Parameters:
    ///   - number: The number of the table in which it is kept, which no other table of the model may have.
    ///   - isUnique: Whether a term belongs to one row at most.
    ///   - term: By what a row is found.
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
    ///   - number: The number of the table in which it is kept, which no other table of the model may have.
    ///   - isUnique: Whether a term belongs to one row at most.
    ///   - terms: By what a row is found; nothing for a row that is not to be found by this.
    public init(_ number: UInt8, isUnique: Bool = false, by terms: @escaping @Sendable (Row) -> [Term]) {
        self.number = number
        self.isUnique = isUnique
        self.terms = terms
        term = nil
        label = nil
    }

    /// Declares an index that messages can name.
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

    /// Walks through the keys of the rows with a term, in their order.
    ///
    /// - Parameters:
    ///   - term: The term.
    ///   - reader: The read model.
    ///   - body: Takes a key; answers whether to go on.
    /// - Throws: What `body` throws, and ``EventStoreError``.
    /// - Complexity: O(log *n* + *m*) in the numbers of entries and of keys that are handed out.
    public func forEachKey(
        with term: Term, in reader: any ReadModelReader, _ body: (Key) throws -> Bool
    ) throws {
        guard !isUnique else {
            if let key = try onlyKey(with: term, in: reader) { _ = try body(key) }
            return
        }
        let term = term.bytes
        // No term is the beginning of another, and every entry is longer than its term.
        try reader.forEachRow(in: number, after: term) { entry, _ in
            guard entry.starts(with: term) else { return false }
            return try body(try Key(bytes: entry.dropFirst(term.count)))
        }
    }

    /// The key of the first row with a term: of the only one, where the index is unique.
    ///
    /// - Parameters:
    ///   - term: The term.
    ///   - reader: The read model.
    /// - Returns: The key; `nil` where no row has the term.
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

    /// The key of the row that alone has a term.
    @inlinable
    func onlyKey(with term: Term, in reader: any ReadModelReader) throws -> Key? {
        guard let stage = reader.stage else {
            return try reader.value(for: term.bytes, in: number).map { try Key(bytes: $0) }
        }
        return try stage.row(at: term.packed, in: number, as: .index, encode: Self.encode, decode: Self.decode)
    }

    /// What a stage keeps of the index; `nil` where that is nothing, or has another form.
    @inlinable
    func rows(in stage: RowStage) -> RowTable<Key>? { stage.tables[Int(number)] as? RowTable<Key> }

    @usableFromInline static var encode: @Sendable (Key) -> [UInt8] { { $0.bytes } }
    @usableFromInline static var decode: @Sendable ([UInt8]) throws -> Key { { try Key(bytes: $0) } }

    @usableFromInline static var lostRow: EventStoreError {
        .damagedReadModel("a row that an index names is not there")
    }
}

extension TableIndex {
    /// An entry in words, or why it cannot be read.
    ///
    /// - Parameters:
    ///   - key: The entry's key.
    ///   - value: The entry's value.
    ///   - words: Puts a term, and the key of the row that it finds, into words.
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

/// What a table knows of an index and does not need when a row is changed.
@usableFromInline
struct TableIndexDeclaration: Sendable {
    /// What a projection declares of it.
    @usableFromInline let definition: TableDefinition.Index

    /// The key paths by which it was declared; none where it was declared otherwise.
    var paths: [any AnyKeyPath & Sendable] = []

    /// An entry in words.
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

/// An index of whatever terms, as its table keeps it.
@usableFromInline
struct AnyTableIndex<Key: TableKey, Row: Sendable>: Sendable {
    /// Whether two rows are found by the same terms, as mostly those before and behind a change.
    @usableFromInline let isSame: @Sendable (Row, Row) -> Bool

    /// Makes sure that the terms of a row can be entered: none is too long, and nobody else has what only one row may have.
    @usableFromInline let check: @Sendable (Key, Row, any ReadModelWriter) throws -> Void

    /// Lets the row under a key be found by its terms, which were checked, and no longer by those that it had.
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
    /// What an entry says.
    @usableFromInline
    func words(term: Term, key: Key) -> String {
        "the index \(label.map { "by \($0)" } ?? "in table \(number)") of \(Table<Key, Row>.rowName) finds \(key.inWords) by "
            + term.inWords
    }

    /// Makes sure that a row can be entered under a term.
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
            a row with \(term.inWords) cannot be put into the index \(label.map { "by \($0)" } ?? "in table \(number)") of \
            \(Table<Key, Row>.rowName): an entry is at most \(ReadModelLimits.keyBytes) bytes, this has \(count): find rows by \
            a part of a long text
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
