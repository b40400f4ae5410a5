public import Nacre

/// The read models of a program's projections, live or as of a past moment.
///
/// ```swift
/// let spent = try await runtime.models[Spending.self].read { try $0.customers.row(at: "ada") }
/// ```
///
/// A read first brings the read model that it reads up to date, and no other.
public struct ReadModels: Sendable {
    /// The store that holds the read models.
    public let store: any ReadModelStore

    private let kept: [Kept]

    /// A projection and the updater of its read model.
    struct Kept: Sendable {
        let projection: any Projection
        let updater: any ReadModelUpdating
    }

    init(in store: any ReadModelStore, _ kept: [Kept]) {
        self.store = store
        self.kept = kept
    }

    /// The names of the projections, in the order of declaration.
    public var names: [String] { kept.map(\.projection.name) }

    /// The read model of a projection.
    ///
    /// - Parameter projection: The type of the projection.
    /// - Throws: `EventStoreError` with code `invalidArgument` if the runtime does not run this projection.
    public subscript<Owner: TableProjection>(_ projection: Owner.Type) -> ReadModel<Owner> {
        get throws(EventStoreError) {
            ReadModel(of: projection, in: store, updatedBy: try updater(of: projection.name))
        }
    }

    /// The updater of a projection's read model, for queries that read its rows themselves.
    ///
    /// - Parameter name: The name of the projection.
    /// - Returns: The updater.
    /// - Throws: `EventStoreError` with code `invalidArgument` if the runtime does not run this projection.
    public func updater(of name: String) throws(EventStoreError) -> any ReadModelUpdating {
        try found(name).updater
    }

    /// The rows of a read model as text, formatted by its projection; for tools that do not know the row types.
    ///
    /// - Parameters:
    ///   - name: The name of the projection.
    ///   - limit: The maximum number of rows; `nil` for all.
    /// - Returns: The rows with their table numbers, ordered by table and key.
    /// - Throws: `EventStoreError`: `invalidArgument` if there is no such projection; otherwise the errors of bringing
    ///   the model up to date.
    /// - Complexity: O(*n*) in the rows, all of which are held in memory.
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

    func found(_ name: String) throws(EventStoreError) -> Kept {
        guard let found = kept.first(where: { $0.projection.name == name }) else {
            throw .unknown("projection", name, among: names)
        }
        return found
    }
}
