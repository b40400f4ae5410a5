/// A repository of the event-sourced aggregates of one kind.
///
/// A domain refines this protocol with its own identity and decider, so that its code depends on
/// `any ItemRepository`. Implementations only store events; the rules are in the decider.
public protocol Repository<Identity, Model>: Sendable {
    /// The type of the aggregates' identities.
    associatedtype Identity: Sendable

    /// The decider of the aggregates.
    associatedtype Model: Decider

    /// Loads the current state of an aggregate.
    ///
    /// - Parameter id: The id of the aggregate.
    /// - Returns: Its state and version; the initial state and version 0 if it has no events. That is not an error.
    /// - Throws: Errors of the storage.
    func load(_ id: Identity) async throws -> Versioned<Model.State>

    // FEAT-09: `Repository.save` records, and rules hold for `execute`.
    /// Appends events to the history of an aggregate atomically.
    ///
    /// - Parameters:
    ///   - events: The events, in order. If there are none, only the version is checked.
    ///   - id: The id of the aggregate.
    ///   - version: The version that the decision was based on.
    /// - Returns: The version after the last of the events.
    /// - Throws: A conflict (``ConflictError``) if the aggregate is at another version; otherwise errors of the
    ///   storage.
    func save(_ events: [Model.Event], for id: Identity, expecting version: UInt64) async throws -> UInt64

    /// Decides a command on an aggregate, and saves the decided events.
    ///
    /// On conflict, the command is retried on fresh state, as often as `retry` allows. If nothing is decided, nothing
    /// is saved. The default implementation decides on the state of the aggregate only. A repository whose rules span
    /// several aggregates decides here on everything that they need.
    ///
    /// - Parameters:
    ///   - command: The command to decide.
    ///   - id: The id of the aggregate.
    ///   - retry: The retry policy for conflicts.
    /// - Returns: The aggregate's version afterwards.
    /// - Throws: The decider's failure if the command is refused; the last attempt's conflict (``ConflictError``) if
    ///   every attempt met one; otherwise errors of the storage.
    @discardableResult
    func execute(
        _ command: Model.Command, on id: Identity, retrying retry: ConflictRetry
    ) async throws -> UInt64
}

extension Repository {
    /// Decides a command on an aggregate, and saves the decided events, with the default ``ConflictRetry``.
    ///
    /// - Parameters:
    ///   - command: The command to decide.
    ///   - id: The id of the aggregate.
    /// - Returns: The aggregate's version afterwards.
    /// - Throws: Errors of ``execute(_:on:retrying:)``.
    @discardableResult
    public func execute(_ command: Model.Command, on id: Identity) async throws -> UInt64 {
        try await execute(command, on: id, retrying: ConflictRetry())
    }

    /// Loads an aggregate, decides a command on it, and saves the decided events.
    ///
    /// - Parameters:
    ///   - command: The command to decide.
    ///   - id: The id of the aggregate.
    ///   - retry: The retry policy for conflicts.
    /// - Returns: The aggregate's version afterwards.
    /// - Throws: The decider's failure if the command is refused; the last attempt's conflict (``ConflictError``) if
    ///   every attempt met one; otherwise errors of the storage.
    @discardableResult
    public func execute(
        _ command: Model.Command, on id: Identity, retrying retry: ConflictRetry
    ) async throws -> UInt64 {
        try await retry {
            let loaded = try await load(id)
            let events = try Model.decide(command, loaded.state)
            guard !events.isEmpty else { return loaded.version }
            return try await save(events, for: id, expecting: loaded.version)
        }
    }
}
