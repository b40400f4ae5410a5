extension EventContext {
    /// Does something in a context: that of the task, with what is given here in place of what was there.
    ///
    /// - Parameters:
    ///   - correlationID: What belongs together; 1 to 255 bytes of UTF-8 without control characters, as the others.
    ///   - causationID: What directly led to it.
    ///   - actor: Who wants it.
    ///   - body: What is done.
    /// - Returns: What `body` returns.
    /// - Throws: ``EventStoreError`` with code ``EventStoreError/Code/invalidArgument``, naming the limit and the value;
    ///   what `body` throws.
    @discardableResult
    public static func with<Result>(
        correlationID: String? = nil, causationID: String? = nil, actor: String? = nil,
        _ body: () async throws -> Result
    ) async throws -> Result {
        let context = try EventContext(
            correlationID: correlationID ?? current.correlationID, causationID: causationID ?? current.causationID,
            actor: actor ?? current.actor)
        return try await $current.withValue(context, operation: body)
    }

    /// Does something because of an event: the event is the cause of all that happens.
    ///
    /// What happens belongs together with what the event belongs to; where the event does not tell, it begins with the
    /// event. Nothing of the task's context is left.
    ///
    /// - Parameters:
    ///   - event: The event reacted to.
    ///   - actor: Who reacts, 1 to 255 bytes of UTF-8 without control characters; whoever the event tells of where it is
    ///     left out.
    ///   - body: What is done.
    /// - Returns: What `body` returns.
    /// - Throws: ``EventStoreError`` with code ``EventStoreError/Code/invalidArgument``, naming the limit and the actor;
    ///   what `body` throws.
    @discardableResult
    public static func reacting<Result>(
        to event: RecordedEvent, as actor: String? = nil, _ body: () async throws -> Result
    ) async throws -> Result {
        let known = event.context
        let id = event.id.description
        let context = try EventContext(
            correlationID: known.correlationID ?? id, causationID: id, actor: actor ?? known.actor)
        return try await $current.withValue(context, operation: body)
    }
}
