public import DomainKit

extension Aggregates {
    /// Decides a command on a thing, and appends nothing: for who appends what was decided together with something else.
    ///
    /// - Parameters:
    ///   - command: What somebody wants to happen.
    ///   - id: The thing.
    /// - Returns: The events, expecting the version that the decision rests on; `nil` where nothing is decided.
    /// - Throws: The decider's failure where the command is refused; ``EventDecodingError``, and what the store throws.
    /// - Complexity: O(*n*) in the events of the stream, those behind the last snapshot where there is one.
    public func commit(deciding command: Model.Command, on id: String) async throws -> Commit? {
        let loaded = try await load(id)
        return try commit(try Model.decide(command, loaded.state), to: id, expecting: loaded.version)
    }
}
