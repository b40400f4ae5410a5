extension EventContext {
    /// Calls a closure in a context: that of the task, with the given values replaced.
    ///
    /// - Parameters:
    ///   - correlationID: The correlation id; 1 to 255 bytes of UTF-8 without control characters, like the others.
    ///   - causationID: The causation id.
    ///   - actor: The actor.
    ///   - furtherMetadata: Further metadata, a JSON object; empty for that of the task.
    ///   - body: The work.
    /// - Returns: The result of `body`.
    /// - Throws: ``EventStoreError`` with code ``EventStoreError/Code/invalidArgument``, naming the limit and the
    ///   value, or if the further metadata is not a JSON object; any error that `body` throws.
    @discardableResult
    public static func with<Result>(
        correlationID: String? = nil, causationID: String? = nil, actor: String? = nil,
        furtherMetadata: [UInt8] = [], _ body: () async throws -> Result
    ) async throws -> Result {
        let given = try EventContext(
            correlationID: correlationID, causationID: causationID, actor: actor, furtherMetadata: furtherMetadata)
        let context = EventContext(
            known: given.correlationID ?? current.correlationID, given.causationID ?? current.causationID,
            given.actor ?? current.actor,
            given.furtherMembers.isEmpty ? current.furtherMembers : given.furtherMembers)
        return try await $current.withValue(context, operation: body)
    }

    /// Calls a closure in the context of a reaction to an event.
    ///
    /// The causation id is the event's id. The correlation id is the event's correlation id, or the event's id if it
    /// has none. The task's context is not used.
    ///
    /// - Parameters:
    ///   - event: The event reacted to.
    ///   - actor: The actor, 1 to 255 bytes of UTF-8 without control characters; by default the actor of the event.
    ///   - body: The work.
    /// - Returns: The result of `body`.
    /// - Throws: ``EventStoreError`` with code ``EventStoreError/Code/invalidArgument``, naming the limit and the
    ///   actor; any error that `body` throws.
    @discardableResult
    public static func reacting<Result>(
        to event: RecordedEvent, as actor: String? = nil, _ body: () async throws -> Result
    ) async throws -> Result {
        let known = event.context
        let id = event.id.description
        let context = try EventContext(
            // An event without a correlation begins one.
            correlationID: known.correlationID ?? id, causationID: id, actor: actor ?? known.actor)
        return try await $current.withValue(context, operation: body)
    }
}
