public import Nacre

/// What the conformance suite of read-model stores is run against: one store in a place of its own.
///
/// Make a fresh one for every sentence, and remove what it leaves behind afterwards.
public protocol ReadModelSubject: Sendable {
    /// Creates the one store and opens it; called once.
    ///
    /// - Returns: The open, empty store.
    /// - Throws: Whatever keeps the store from opening.
    func store() async throws -> any ReadModelStore

    /// Closes the one store and opens it again, as after a restart.
    ///
    /// - Returns: The reopened store.
    /// - Throws: Whatever keeps the store from opening.
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
