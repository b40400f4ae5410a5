/// Where the histories of things of one kind are kept.
///
/// A domain refines this with its own identity and decider, so that what it holds is `any ItemRepository` and nothing
/// more general. Implementations say nothing but what has happened: rules are the decider's.
public protocol Repository<Identity, Model>: Sendable {
    /// What names one thing.
    associatedtype Identity: Sendable

    /// The rules that the histories follow.
    associatedtype Model: Decider

    /// Loads the present state of a thing.
    ///
    /// - Parameter id: The thing.
    /// - Returns: Its state and version; the initial state and version 0 where nothing has happened to it.
    /// - Throws: Whatever the storage throws. A thing without a history is not an error.
    func load(_ id: Identity) async throws -> Versioned<Model.State>

    /// Records what has happened to a thing, all of it or nothing.
    ///
    /// - Parameters:
    ///   - events: What has happened, in order. With none, only the version is judged.
    ///   - id: The thing.
    ///   - version: The version at which the events were decided.
    /// - Returns: The version after the last of the events.
    /// - Throws: A conflict (``ConflictError``) where the thing is at another version; otherwise whatever the storage throws.
    func save(_ events: [Model.Event], for id: Identity, expecting version: UInt64) async throws -> UInt64

    /// Decides a command on a thing and saves what was decided.
    ///
    /// Where somebody else was faster, it is decided again on what is there then, as often as `retry` allows. A command
    /// that decides nothing saves nothing. By default, the thing is loaded and nothing else is decided upon; a
    /// repository whose rules reach beyond one thing decides here on all that they ask for.
    ///
    /// - Parameters:
    ///   - command: The command to decide.
    ///   - id: The thing it is wanted for.
    ///   - retry: How often a conflict is met with another attempt.
    /// - Returns: The thing's version afterwards.
    /// - Throws: The decider's failure where the command is refused; the last attempt's conflict (``ConflictError``)
    ///   where it met one too; otherwise whatever the storage throws.
    @discardableResult
    func execute(
        _ command: Model.Command, on id: Identity, retrying retry: ConflictRetry
    ) async throws -> UInt64
}

extension Repository {
    /// Decides a command on a thing and saves what was decided, trying again as often as ``ConflictRetry`` does unless
    /// it is told otherwise.
    ///
    /// - Parameters:
    ///   - command: The command to decide.
    ///   - id: The thing it is wanted for.
    /// - Returns: The thing's version afterwards.
    /// - Throws: What ``execute(_:on:retrying:)`` throws.
    @discardableResult
    public func execute(_ command: Model.Command, on id: Identity) async throws -> UInt64 {
        try await execute(command, on: id, retrying: ConflictRetry())
    }

    /// Loads a thing, decides a command on it and saves what was decided.
    ///
    /// - Parameters:
    ///   - command: The command to decide.
    ///   - id: The thing it is wanted for.
    ///   - retry: How often a conflict is met with another attempt.
    /// - Returns: The thing's version afterwards.
    /// - Throws: The decider's failure where the command is refused; the last attempt's conflict (``ConflictError``)
    ///   where it met one too; otherwise whatever the storage throws.
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
