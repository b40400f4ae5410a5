/// Why something happens, and for whom: what ``Aggregates`` and ``Decisions`` write into the metadata of events, without
/// any call between the outermost one and them naming it.
///
/// ```swift
/// try await EventContext.with(correlationID: request.id, actor: user.name) {
///     try await application.items.create(name: "Buy milk")
/// }
/// ```
///
/// The event then has the metadata `{"correlationId":"…","actor":"…"}`. Outside of any context nothing is written.
///
/// The context belongs to the task: child tasks and `Task { }` have it too, `Task.detached { }` has not.
///
/// What is appended to a store directly is appended as it is; ``EventData/add(_:)`` puts the context into it.
public struct EventContext: Sendable {
    /// What belongs together: the same for all that follows from one request, over any number of steps.
    public let correlationID: String?

    /// What directly led to it: for a reaction, the id of the event reacted to.
    public let causationID: String?

    /// Who wanted it.
    public let actor: String?

    /// The context of the task.
    @TaskLocal public static var current = EventContext.none

    /// The context in which nothing is known.
    public static let none = EventContext(known: nil, nil, nil)

    /// Makes a context.
    ///
    /// - Parameters:
    ///   - correlationID: What belongs together; 1 to 255 bytes of UTF-8 without control characters, as the others.
    ///   - causationID: What directly led to it.
    ///   - actor: Who wanted it.
    /// - Throws: ``EventStoreError`` with code ``EventStoreError/Code/invalidArgument``, naming the limit and the value.
    public init(correlationID: String?, causationID: String?, actor: String?) throws(EventStoreError) {
        if let correlationID { try validateName(correlationID, as: "correlation id") }
        if let causationID { try validateName(causationID, as: "causation id") }
        if let actor { try validateName(actor, as: "actor") }
        self.init(known: correlationID, causationID, actor)
    }

    /// Makes a context of what is within the limits.
    init(known correlationID: String?, _ causationID: String?, _ actor: String?) {
        self.correlationID = correlationID
        self.causationID = causationID
        self.actor = actor
    }
}
