/// A read or write transaction of an in-memory model: on its live tables, or on its shadow.
///
/// A reader never changes its copy of the model. A writer's copy replaces the model when its body returns.
final class InMemoryReadModelTransaction: ReadModelWriter {
    /// The copy of the model, shared with the transaction of the shadow.
    private let copy: Copy
    private let part: WritableKeyPath<InMemoryReadModel, InMemoryTables>

    private final class Copy {
        var model: InMemoryReadModel

        /// The number of changes, by which an iteration detects that its rows may have moved.
        var changes = 0

        init(_ model: InMemoryReadModel) {
            self.model = model
        }
    }

    init(model: InMemoryReadModel) {
        copy = Copy(model)
        part = \.live
    }

    private init(shadowIn copy: Copy) {
        self.copy = copy
        part = \.shadow
    }

    var model: InMemoryReadModel { copy.model }

    private var tables: InMemoryTables {
        // Not `_read`: the compiler releases the value that it yields through a key path before it is used.
        get { copy.model[keyPath: part] }
        _modify {
            copy.changes += 1
            yield &copy.model[keyPath: part]
        }
    }

    func state() throws -> ReadModelState? { tables.state }

    func generation() throws -> UInt64? { tables.generation }

    func shadow() throws -> any ReadModelReader { try writableShadow() }

    func writableShadow() throws -> any ReadModelWriter {
        guard part == \.live else { throw EventStoreError.shadowOfShadow() }
        return InMemoryReadModelTransaction(shadowIn: copy)
    }

    func value(for key: [UInt8], in table: UInt8) throws -> [UInt8]? {
        try ReadModelLimits.validate(key: key)
        return tables.tables[table]?.value(for: key)
    }

    func forEachRow(
        in table: UInt8, within range: RowRange, _ body: ([UInt8], [UInt8]) throws -> Bool
    ) throws {
        try range.validate()
        let generation = tables.generation
        var changes = copy.changes
        var rest = indexes(of: range, in: table)
        while !rest.isEmpty, let row = row(at: range.isReversed ? rest.upperBound - 1 : rest.lowerBound, in: table) {
            guard try body(row.key, row.value) else { return }
            if changes == copy.changes {
                rest = range.isReversed ? rest.dropLast() : rest.dropFirst()
            } else {
                // Tables that were discarded meanwhile have none of the rows of this iteration.
                guard tables.generation == generation else { return }
                changes = copy.changes
                rest = indexes(of: range.after(row.key), in: table)
            }
        }
    }

    /// The indexes of the rows in a range.
    private func indexes(of range: RowRange, in table: UInt8) -> Range<Int> {
        tables.tables[table]?.indexes(of: range) ?? 0..<0
    }

    /// The row at an index; `nil` after the last row.
    private func row(at index: Int, in table: UInt8) -> InMemoryTable.Row? {
        guard let rows = tables.tables[table]?.rows, index < rows.count else { return nil }
        return rows[index]
    }

    func setState(_ state: ReadModelState) throws {
        copy.model.make(part)
        tables.state = state
    }

    func setValue(_ value: [UInt8], for key: [UInt8], in table: UInt8) throws {
        try ReadModelLimits.validate(key: key)
        copy.model.make(part)
        tables.tables[table, default: InMemoryTable()].setValue(value, for: key)
    }

    func removeValue(for key: [UInt8], in table: UInt8) throws {
        try ReadModelLimits.validate(key: key)
        tables.tables[table]?.removeValue(for: key)
    }

    func removeAll() throws {
        tables = InMemoryTables()
    }

    func replaceByShadow() throws {
        guard part == \.live else { throw EventStoreError.shadowOfShadow() }
        copy.changes += 1
        try copy.model.replaceByShadow()
    }
}
