package import Nacre
import Synchronization

/// A row of a read model as of a moment.
package struct PastRow: Hashable, Sendable {
    /// The table and the key.
    package let place: RowDifference.Place

    /// The name under which its projection finds the row; `nil` if tools know it only by its description.
    package let name: String?

    /// The row as its projection describes it.
    package let text: String
}

/// Some rows of a read model as of a moment.
package struct PastRows: Sendable {
    /// The rows, ordered by table and key.
    package let rows: [PastRow]

    /// The last one, if there are more rows after it.
    package let last: RowDifference.Place?

    /// The rows that the last event changed; empty if the moment is one of the events' own time.
    package let changes: [RowDifference]
}

extension Runtime {
    /// The events that a projection applies.
    ///
    /// - Parameter name: The name of the projection.
    /// - Returns: The query that selects them.
    /// - Throws: `EventStoreError` with code `invalidArgument` if there is no such projection.
    package func query(ofProjection name: String) throws -> Query { try projector(name).projection.query }

    /// Some rows of a read model as of a moment, and those that the last event changed.
    ///
    /// - Parameters:
    ///   - name: The name of the projection.
    ///   - moment: The moment.
    ///   - place: The row after which to begin; `nil` for the first one.
    ///   - limit: The maximum number of rows.
    ///   - progress: Called while the model is built, with the applied position and the position at which the build
    ///     ends.
    /// - Returns: The rows.
    /// - Throws: `EventStoreError`: `invalidArgument` if there is no such projection; otherwise as
    ///   ``asOf(_:progress:_:)``. Errors of decoding a row.
    /// - Complexity: That of ``asOf(_:progress:_:)``; the rows before the first one are not read.
    package func pastRows(
        of name: String, asOf moment: Moment, after place: RowDifference.Place? = nil, limit: Int,
        progress: (@Sendable (_ applied: Position, _ position: Position) -> Void)? = nil
    ) async throws -> PastRows {
        let projection = try projector(name).projection
        let extent = try await extent(of: moment)
        // By the time of events, the last one of the log need not be the last one that happened.
        let isLastKnown = extent.happenedBy == nil && extent.position > 0
        let before = isLastKnown ? Moment.position(extent.position - 1) : extent.moment
        return try await asOf(before, progress: progress) { [store] past in
            _ = try await past.updater(of: name).bringUpToDate()
            let changes = Mutex<[ObservedProjection.Change]>([])
            if isLastKnown {
                let observed = ObservedProjection(projection) { event, changed in
                    if event.position == extent.position { changes.withLock { $0 = changed } }
                }
                let last = PastReadModel(
                    of: observed, at: extent.position, happenedBy: nil, in: store, models: past.store,
                    progress: progress)
                _ = try await last.bringUpToDate()
            }
            let differences = try changes.withLock { $0 }
                .filter { change in projection.tables.contains { $0.number == change.table } }
                .map { change in
                    try RowDifference(
                        DifferingRow(
                            place: .init(table: change.table, key: change.key), before: change.before,
                            after: change.after),
                        of: projection)
                }
            return try past.store.read(name) { reader in
                try PastRows(of: projection, in: reader, after: place, limit: limit, changes: differences)
            }
        }
    }
}

extension PastRows {
    fileprivate init(
        of projection: any Projection, in reader: any ReadModelReader, after place: RowDifference.Place?, limit: Int,
        changes: [RowDifference]
    ) throws {
        var rows: [PastRow] = []
        var hasMore = false
        for table in projection.tables.map(\.number).sorted() where table >= place?.table ?? 0 && !hasMore {
            var range = RowRange()
            if let place, place.table == table { range.lower = .exclusive(place.key) }
            try reader.forEachRow(in: table, within: range) { key, value in
                guard rows.count < limit else {
                    hasMore = true
                    return false
                }
                rows.append(
                    PastRow(
                        place: .init(table: table, key: key),
                        name: try projection.decodedRow(key: key, value: value, in: table)?.name,
                        text: projection.describe(key: key, value: value, in: table)))
                return true
            }
        }
        self.rows = rows
        last = hasMore ? rows.last?.place : nil
        self.changes = changes
    }
}
