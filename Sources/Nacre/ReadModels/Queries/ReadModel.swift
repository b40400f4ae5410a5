/// The read model of a projection, identified by the projection's type.
///
/// It is caught up with the log before each read, so that callers read their own writes.
///
/// ```swift
/// let accounts = ReadModel(of: Accounts.self, in: models, updatedBy: runner)
///
/// let ada = try await accounts.read { try $0.accounts.by(\.email).row(at: "ada@example.org") }
/// ```
public struct ReadModel<Owner: TableProjection>: Sendable {
    private let model: UpToDateReadModel

    /// Creates a read model from its parts.
    ///
    /// - Parameters:
    ///   - projection: The type of the projection that owns it.
    ///   - store: The store of the model.
    ///   - update: Brings it up to date: a ``ProjectionRunner`` of that projection.
    public init(of projection: Owner.Type, in store: any ReadModelStore, updatedBy update: any ReadModelUpdating) {
        model = UpToDateReadModel(Owner.name, in: store, updatedBy: update)
    }

    /// Reads the tables after they have applied everything that was in the log at the time of the call.
    ///
    /// - Parameter body: Called with the tables, which are valid during the call only. It may be called again; the
    ///   result of an earlier call is then dropped.
    /// - Returns: The result of `body`.
    /// - Throws: Any error that `body` throws; errors of ``UpToDateReadModel/read(_:)``.
    public func read<Result>(_ body: (Tables<Owner>) throws -> Result) async throws -> Result {
        try await model.read { try body(Tables($0)) }
    }
}
