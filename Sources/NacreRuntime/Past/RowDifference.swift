package import Nacre

/// A row that differs between two read models, or is in only one of them.
package struct RowDifference: Hashable, Sendable {
    /// The table and the key of a row.
    package struct Place: Hashable, Sendable {
        /// The table.
        package let table: UInt8

        /// The key.
        package let key: [UInt8]

        /// Creates a place from its parts.
        package init(table: UInt8, key: [UInt8]) {
            self.table = table
            self.key = key
        }
    }

    /// The place of the row; the later one, if it has another key there.
    package let place: Place

    /// The name under which its projection finds the row; `nil` if tools know it only by its description.
    package let name: String?

    /// The earlier row as its projection describes it; `nil` if there was none.
    package let before: String?

    /// The later row as its projection describes it; `nil` if there is none.
    package let after: String?

    /// The fields that differ, all fields of a row that is in only one of the models; empty if tools know the row only
    /// by its description.
    package let fields: [FieldDifference]

    init(_ row: DifferingRow, of projection: any Projection) throws {
        place = row.place
        let start = row.earlierPlace ?? place
        let earlier = try row.before.flatMap { try projection.decodedRow(key: start.key, value: $0, in: start.table) }
        let later = try row.after.flatMap { [place] in
            try projection.decodedRow(key: place.key, value: $0, in: place.table)
        }
        before = row.before.map { projection.describe(key: start.key, value: $0, in: start.table) }
        after = row.after.map { [place] in projection.describe(key: place.key, value: $0, in: place.table) }
        name = (later ?? earlier)?.name
        fields = FieldDifference.between(
            earlier.map { StateValue(of: $0.row) }, later.map { StateValue(of: $0.row) })
    }
}

/// A row that differs between two read models, as they store it.
struct DifferingRow: Sendable {
    let place: RowDifference.Place

    /// The earlier place, if it is another one.
    var earlierPlace: RowDifference.Place?
    let before: [UInt8]?
    let after: [UInt8]?
}

extension ReadModels {
    /// The rows in which a read model differs from an earlier one of the same projection, ordered by table and key.
    ///
    /// Both read models are brought up to date first, then read side by side.
    ///
    /// - Parameters:
    ///   - name: The name of the projection.
    ///   - earlier: The earlier read models, in another store.
    ///   - place: The row after which to begin; `nil` for the first one.
    ///   - limit: The maximum number of differences.
    ///   - moves: The rows of which both places make one difference, at the later place.
    ///   - position: The position that the earlier model must not be beyond; `nil` for any.
    /// - Returns: The differences; there may be more if there are as many as the limit.
    /// - Throws: `EventStoreError`: `invalidArgument` if there is no such projection; otherwise the errors of bringing
    ///   the models up to date. Errors of decoding a row. ``LaterReadModel``.
    /// - Complexity: O(*n*) in the rows of both models; only differences are held in memory.
    package func differences(
        of name: String, from earlier: ReadModels, after place: RowDifference.Place? = nil, limit: Int = .max,
        joining moves: RowMoves = RowMoves(), notBeyond position: Position? = nil
    ) async throws -> [RowDifference] {
        let projection = try found(name).projection
        let rows = try await merge(name, with: earlier, after: place, limit: limit, notBeyond: position) {
            (row, old) -> DifferingRow? in
            if row.after == nil, moves.later(than: row.place) != nil { return nil }
            guard row.before == nil, let start = moves.earlier(than: row.place) else { return row }
            return DifferingRow(
                place: row.place, earlierPlace: start, before: try old.value(for: start.key, in: start.table),
                after: row.after)
        }
        // Rows are decoded and compared field by field, in two halves at the same time.
        async let half = rows[..<(rows.count / 2)].map { try RowDifference($0, of: projection) }
        let rest = try rows[(rows.count / 2)...].map { try RowDifference($0, of: projection) }
        return try await half + rest
    }

    /// The rows that a read model has under other keys than an earlier one.
    ///
    /// - Parameters:
    ///   - name: The name of the projection.
    ///   - earlier: The earlier read models, in another store.
    ///   - limit: The maximum number of removed rows, and of added ones, whose names are compared.
    ///   - position: The position that the earlier model must not be beyond; `nil` for any.
    /// - Returns: The rows.
    /// - Throws: As ``differences(of:from:after:limit:joining:notBeyond:)``.
    package func moves(
        of name: String, from earlier: ReadModels, limit: Int = RowMoves.maxRows, notBeyond position: Position? = nil
    ) async throws -> RowMoves {
        let projection = try found(name).projection
        var removed: [RowMoves.Name: RowDifference.Place] = [:]
        var added: [RowMoves.Name: RowDifference.Place] = [:]
        let _: [Never] = try await merge(name, with: earlier, after: nil, limit: .max, notBeyond: position) { row, _ in
            guard (row.before == nil) != (row.after == nil), let value = row.before ?? row.after,
                (row.before == nil ? added : removed).count < limit
            else { return nil }
            let place = row.place
            guard let decoded = try projection.decodedRow(key: place.key, value: value, in: place.table) else {
                return nil
            }
            let name = RowMoves.Name(decoded.name, in: place.table)
            if row.before == nil { added[name] = added[name] ?? place } else { removed[name] = removed[name] ?? place }
            return nil
        }
        return RowMoves(from: removed, to: added)
    }

    /// The places of the rows in which a read model differs from an earlier one; otherwise as
    /// ``differences(of:from:after:limit:joining:notBeyond:)``.
    func differingPlaces(
        of name: String, from earlier: ReadModels, after place: RowDifference.Place?, limit: Int,
        joining moves: RowMoves
    ) async throws -> [RowDifference.Place] {
        try await merge(name, with: earlier, after: place, limit: limit, notBeyond: nil) { row, _ in
            row.after == nil && moves.later(than: row.place) != nil ? nil : row.place
        }
    }

    private func merge<Element>(
        _ name: String, with earlier: ReadModels, after place: RowDifference.Place?, limit: Int,
        notBeyond position: Position?, _ element: (DifferingRow, _ earlier: any ReadModelReader) throws -> Element?
    ) async throws -> [Element] {
        let own = try found(name)
        _ = try await earlier.found(name).updater.bringUpToDate()
        return try await UpToDateReadModel(name, in: store, updatedBy: own.updater).read { reader in
            try earlier.store.read(name) { old in
                if let position, let applied = try old.state()?.checkpoint.position, applied > position {
                    throw LaterReadModel()
                }
                var elements: [Element] = []
                for table in own.projection.tables.map(\.number).sorted()
                where table >= place?.table ?? 0 && elements.count < limit {
                    let start = place?.table == table ? place?.key : nil
                    try old.forEachDifference(from: reader, in: table, after: start) { key, before, after in
                        let row = DifferingRow(
                            place: RowDifference.Place(table: table, key: key), before: before, after: after)
                        if let element = try element(row, old) { elements.append(element) }
                        return elements.count < limit
                    }
                }
                return elements
            }
        }
    }
}

/// The error for a read model that has more events than it may have.
package struct LaterReadModel: Error {}
