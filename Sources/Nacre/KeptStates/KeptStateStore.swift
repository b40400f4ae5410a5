/// Keeps states of read models at positions of the log.
///
/// Threading: members may be called from any thread, and may block it.
public protocol KeptStateStore: Sendable {
    /// The kept states, of all models and versions, by model and position.
    ///
    /// - Returns: The states.
    /// - Throws: ``EventStoreError`` if they cannot be listed.
    func states() throws -> [KeptState]

    /// Copies a kept state into a temporary store, whose closing removes it.
    ///
    /// - Parameter state: The state.
    /// - Returns: The store. Its only model is that of the state.
    /// - Throws: ``EventStoreError``, with code ``EventStoreError/Code/damaged`` if the state is not what was kept.
    func copy(of state: KeptState) throws -> any ReadModelStore

    /// Begins a state that may be kept.
    ///
    /// - Parameter state: The kept state to begin with; `nil` to begin with nothing.
    /// - Returns: The draft; end it with ``KeptStateDraft/keep(model:schemaVersion:at:skips:)`` or ``KeptStateDraft/discard()``.
    /// - Throws: As ``copy(of:)``; or if the draft cannot be written.
    func draft(from state: KeptState?) throws -> any KeptStateDraft

    /// Removes a kept state; one that is gone already is no error.
    ///
    /// - Parameter state: The state.
    /// - Throws: ``EventStoreError`` if it cannot be removed.
    func remove(_ state: KeptState) throws

    /// Verifies that a state is what was kept.
    ///
    /// - Parameter state: The state.
    /// - Throws: ``EventStoreError``, with code ``EventStoreError/Code/damaged`` if it is not.
    func verify(_ state: KeptState) throws
}

/// A state of a read model that is being built, to be kept.
public protocol KeptStateDraft: Sendable {
    /// The store in which it is built, under the model's name.
    var models: any ReadModelStore { get }

    /// Closes the store and keeps the state durably, in place of an earlier one of the same model and position.
    ///
    /// - Parameters:
    ///   - model: The name of the read model.
    ///   - schemaVersion: The schema version of its projection.
    ///   - position: The last event applied.
    ///   - skips: The number of events up to there that are skipped by decision.
    /// - Returns: The kept state.
    /// - Throws: ``EventStoreError`` if it cannot be kept; then nothing is.
    func keep(model: String, schemaVersion: Int, at position: Position, skips: Int) throws -> KeptState

    /// Removes the draft; safe to call twice, and after ``keep(model:schemaVersion:at:skips:)``.
    func discard()
}
