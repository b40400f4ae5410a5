import Nacre

/// What concurrent writers append to: one method of an event store, so that tests can put anything in its place.
protocol AppendTarget: Sendable {
    /// Appends a commit, as `EventStore` promises it.
    func append(_ commit: Commit) async throws -> AppendResult
}

/// An event store as what writers append to.
struct StoreTarget<Store: EventStore>: AppendTarget {
    let store: Store

    func append(_ commit: Commit) async throws -> AppendResult {
        try await store.append(commit)
    }
}
