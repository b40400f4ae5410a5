public import Nacre

/// The read models of a program's projections, of today or of a moment of the past.
///
/// ```swift
/// let spent = try await runtime.models[Spending.self].read { try $0.customers.row(at: "ada") }
/// ```
///
/// Each is brought up to date when it is read, and no other one with it.
public struct ReadModels: Sendable {
    /// Where they are kept.
    public let store: any ReadModelStore

    private let kept: [Kept]

    /// A projection, and what brings its read model up to date.
    struct Kept: Sendable {
        let projection: any Projection
        let updater: any ReadModelUpdating
    }

    init(in store: any ReadModelStore, _ kept: [Kept]) {
        self.store = store
        self.kept = kept
    }

    /// The names of the projections, in the order in which they were declared.
    public var names: [String] { kept.map(\.projection.name) }

    /// The read model of a projection.
    ///
    /// - Parameter projection: The type of the projection.
    /// - Throws: `EventStoreError` with code `invalidArgument` where the runtime was not handed it.
    public subscript<Owner: TableProjection>(_ projection: Owner.Type) -> ReadModel<Owner> {
        get throws(EventStoreError) {
            ReadModel(of: projection, in: store, updatedBy: try updater(of: projection.name))
        }
    }

    /// What brings the read model of a projection up to date: for queries that read its rows themselves.
    ///
    /// - Parameter name: The name of the projection.
    /// - Returns: What brings it up to date.
    /// - Throws: `EventStoreError` with code `invalidArgument` where the runtime was not handed it.
    public func updater(of name: String) throws(EventStoreError) -> any ReadModelUpdating {
        try found(name).updater
    }

    /// The rows of a read model in words, as its projection says them: for tools that know no rows.
    ///
    /// - Parameters:
    ///   - name: The name of the projection.
    ///   - limit: How many rows at most; `nil` for all.
    /// - Returns: The rows with the numbers of their tables, ordered by table and key.
    /// - Throws: `EventStoreError`: `invalidArgument` where there is no such projection; otherwise what bringing the model up
    ///   to date throws.
    /// - Complexity: O(*n*) in the rows, all of which are kept in memory.
    public func rows(of name: String, limit: Int? = nil) async throws -> [(table: UInt8, row: String)] {
        let (projection, updater) = (try found(name).projection, try found(name).updater)
        let limit = limit ?? .max
        return try await UpToDateReadModel(name, in: store, updatedBy: updater).read { reader in
            var rows: [(table: UInt8, row: String)] = []
            for table in projection.tables.map(\.number).sorted() where rows.count < limit {
                try reader.forEachRow(in: table, within: RowRange()) { key, value in
                    rows.append((table, projection.describe(key: key, value: value, in: table)))
                    return rows.count < limit
                }
            }
            return rows
        }
    }

    private func found(_ name: String) throws(EventStoreError) -> Kept {
        guard let found = kept.first(where: { $0.projection.name == name }) else {
            throw .unknown("projection", name, among: names)
        }
        return found
    }
}
