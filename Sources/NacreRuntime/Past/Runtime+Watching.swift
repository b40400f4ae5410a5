package import Nacre
import Synchronization

/// What is observed of a read model.
package enum RowSubject: Hashable, Sendable {
    /// The number of rows of its first table.
    case count

    /// The row of its first table that has this key, or this value in a unique index: a text, a number, or an id.
    case row(key: String)
}

/// What was observed after an event.
package enum RowObservation: Sendable {
    /// The number of rows.
    case count(Int)

    /// The row; `nil` if there is none.
    case row(StateValue?)
}

extension Runtime {
    /// Observes a read model after each event that changes what is observed.
    ///
    /// The read model is built in a temporary place; the live one does not change. At first it has no rows.
    ///
    /// - Parameters:
    ///   - subject: What is observed.
    ///   - name: The name of the projection.
    ///   - position: The last event to apply.
    ///   - progress: Called with the applied position and the last one.
    ///   - report: Called with the position of an event and what is observed after it, in the order of the log, some
    ///     time after the event was applied. An error that it throws ends the work.
    /// - Throws: `EventStoreError`: `invalidArgument` if there is no such projection, or it has no tables;
    ///   `projectionHalted` if an event cannot be applied; other codes if the log cannot be read. Errors of `report`.
    /// - Complexity: That of a rebuild.
    package func watchRows(
        _ subject: RowSubject, of name: String, upTo position: Position,
        progress: (@Sendable (_ applied: Position, _ position: Position) -> Void)? = nil,
        report: @escaping @Sendable (Position, RowObservation) throws -> Void
    ) async throws {
        let projection = try projector(name).projection
        guard let table = projection.tables.first else {
            throw EventStoreError(
                .invalidArgument, "projection \(quoted(name)) has no tables: there is nothing to observe",
                outcome: .notWritten)
        }
        let count = Mutex(0)
        let watch = RowWatch(subject.watched(in: table)) { changes in
            for change in changes {
                switch change.content {
                case .count(let difference):
                    let rows = count.withLock { count in
                        count += difference
                        return count
                    }
                    try report(change.position, .count(rows))
                case .row(let row):
                    let value = try row.map { try projection.value(ofRow: $0, in: table.number) }
                    try report(change.position, .row(value))
                }
            }
        }
        try await storage.withScratchModels { [store] models in
            let past = PastReadModel(
                of: projection, at: position, in: store, models: models, watching: watch, progress: progress)
            _ = try await past.bringUpToDate()
        }
    }
}

extension RowSubject {
    fileprivate func watched(in table: TableDefinition) -> RowWatch.Subject {
        switch self {
        case .count: .count(table: table.number)
        case .row(let key):
            .row(
                table: table.number, keys: Self.keys(from: key),
                uniqueIndexes: table.indexes.filter(\.isUnique).map(\.number))
        }
    }

    /// The keys that a text may stand for: keys of different types are different bytes.
    private static func keys(from text: String) -> [[UInt8]] {
        var keys = [key { $0.text(text) }]
        if let id = EventID(text) { keys.append(key { $0.id(id) }) }
        if let number = UInt64(text) { keys.append(key { $0.number(number) }) }
        return keys
    }

    private static func key(_ write: (inout TableKeyWriter) -> Void) -> [UInt8] {
        var writer = TableKeyWriter()
        write(&writer)
        return writer.bytes
    }
}

extension Projection {
    /// The fields of a row; a row that the projection does not decode is `true`.
    fileprivate func value(ofRow row: RowWatch.Row, in table: UInt8) throws -> StateValue {
        try decodedRow(key: row.key, value: row.value, in: table).map { StateValue(of: $0.row) }
            ?? .scalar(json: Array("true".utf8))
    }
}
