/// The read model of a projection, by the projection's type.
///
/// It is brought up to date with the log before it is read, so that callers read their own writes.
///
/// ```swift
/// let accounts = ReadModel(of: Accounts.self, in: models, updatedBy: runner)
///
/// let ada = try await accounts.read { try $0.accounts.by(\.email).row(at: "ada@example.org") }
/// ```
public struct ReadModel<Owner: TableProjection>: Sendable {
    private let model: UpToDateReadModel

    /// Makes a read model of its parts.
    ///
    /// - Parameters:
    ///   - projection: The type of the projection that keeps it.
    ///   - store: The store that keeps it.
    ///   - update: What brings it up to date: a ``ProjectionRunner`` of that projection.
    public init(of projection: Owner.Type, in store: any ReadModelStore, updatedBy update: any ReadModelUpdating) {
        model = UpToDateReadModel(Owner.name, in: store, updatedBy: update)
    }

    /// Looks at the tables in a state that has applied everything that was in the log when this was called.
    ///
    /// - Parameter body: Looks at the tables, which are valid as long as it runs. It may be run again, and what an earlier run
    ///   returned is dropped then.
    /// - Returns: What `body` returns.
    /// - Throws: What `body` throws, and what ``UpToDateReadModel/read(_:)`` does.
    public func read<Result>(_ body: (Tables<Owner>) throws -> Result) async throws -> Result {
        try await model.read { try body(Tables($0)) }
    }
}
