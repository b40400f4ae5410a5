public import Nacre

/// The read model store under test, with its own location.
///
/// Create a fresh one for every rule, and clean up afterwards.
public protocol ReadModelSubject: Sendable {
    /// Creates the store and opens it; called once.
    ///
    /// - Returns: The open, empty store.
    /// - Throws: Errors of opening the store.
    func store() async throws -> any ReadModelStore

    /// Closes the store and reopens it, as after a restart.
    ///
    /// - Returns: The reopened store.
    /// - Throws: Errors of opening the store.
    func reopened() async throws -> any ReadModelStore
}

extension ReadModelSubject {
    /// Fails: the store does not claim to be durable.
    ///
    /// - Returns: Nothing.
    /// - Throws: ``LevelNotClaimed``.
    public func reopened() async throws -> any ReadModelStore {
        throw LevelNotClaimed(level: .durable)
    }
}
