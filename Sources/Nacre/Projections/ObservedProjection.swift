/// A projection that reports which rows its events change, for tools.
package struct ObservedProjection: WrappingProjection {
    /// A row that an event changed.
    package struct Change: Hashable, Sendable {
        /// The table or index.
        package let table: UInt8

        /// The key.
        package let key: [UInt8]

        /// The value before the event; `nil` if there was no row.
        package let before: [UInt8]?

        /// The value after it; `nil` if there is no row.
        package let after: [UInt8]?
    }

    package let base: any Projection
    private let isObserved: @Sendable (EventView) -> Bool
    private let report: @Sendable (EventView, [Change]) -> Void

    /// Creates an observed projection.
    ///
    /// - Parameters:
    ///   - base: The projection.
    ///   - isObserved: Whether the changes of an event are wanted; the others are applied faster.
    ///   - report: Called with the changes of each wanted event, in log order. It may be called again for an event, with
    ///     the same changes.
    package init(
        _ base: any Projection, where isObserved: @escaping @Sendable (EventView) -> Bool = { _ in true },
        report: @escaping @Sendable (EventView, [Change]) -> Void
    ) {
        self.base = base
        self.isObserved = isObserved
        self.report = report
    }

    /// `false`, so that the changes are reported in log order.
    package var isPartitionedByStream: Bool { false }

    package func apply(_ event: EventView, to model: any ReadModelWriter) throws {
        guard isObserved(event) else { return try base.apply(event, to: model) }
        let writer = ObservedWriter(model)
        try base.apply(event, to: writer)
        let changes = try writer.changes()
        if !changes.isEmpty { report(event, changes) }
    }
}

/// A model that remembers what the rows were that an event writes.
private final class ObservedWriter: ReadModelWriter {
    private let base: any ReadModelWriter
    private var written: [(table: UInt8, key: [UInt8], before: [UInt8]?)] = []

    init(_ base: any ReadModelWriter) {
        self.base = base
    }

    func changes() throws -> [ObservedProjection.Change] {
        try written.compactMap { table, key, before in
            let after = try base.value(for: key, in: table)
            return before == after ? nil : .init(table: table, key: key, before: before, after: after)
        }
    }

    private func note(_ key: [UInt8], in table: UInt8) throws {
        guard !written.contains(where: { $0.table == table && $0.key == key }) else { return }
        written.append((table, key, try base.value(for: key, in: table)))
    }

    func setValue(_ value: [UInt8], for key: [UInt8], in table: UInt8) throws {
        try note(key, in: table)
        try base.setValue(value, for: key, in: table)
    }

    func removeValue(for key: [UInt8], in table: UInt8) throws {
        try note(key, in: table)
        try base.removeValue(for: key, in: table)
    }

    func state() throws -> ReadModelState? { try base.state() }
    func generation() throws -> UInt64? { try base.generation() }
    func shadow() throws -> any ReadModelReader { try base.shadow() }
    func value(for key: [UInt8], in table: UInt8) throws -> [UInt8]? { try base.value(for: key, in: table) }

    func forEachRow(in table: UInt8, within range: RowRange, _ body: ([UInt8], [UInt8]) throws -> Bool) throws {
        try base.forEachRow(in: table, within: range, body)
    }

    func setState(_ state: ReadModelState) throws { try base.setState(state) }
    func removeAll() throws { try base.removeAll() }
    func writableShadow() throws -> any ReadModelWriter { try base.writableShadow() }
    func replaceByShadow() throws { try base.replaceByShadow() }
}
