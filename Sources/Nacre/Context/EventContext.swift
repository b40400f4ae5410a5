/// The correlation id, causation id and actor that ``Aggregates`` and ``Decisions`` add to the metadata of events.
///
/// The context is passed implicitly, as a task-local value:
///
/// ```swift
/// try await EventContext.with(correlationID: request.id, actor: user.name) {
///     try await orders.execute(.ship, on: "42")
/// }
/// ```
///
/// The event then has the metadata `{"correlationId":"…","actor":"…"}`. Outside any context nothing is added.
///
/// Child tasks and `Task { }` inherit the context, `Task.detached { }` does not.
///
/// Events appended directly to a store are not changed; use ``EventData/add(_:)`` to add the context.
public struct EventContext: Sendable {
    // FEAT-07: Correlation, causation and actor are task-local.

    /// The correlation id: shared by everything that follows from one request, over any number of steps.
    public let correlationID: String?

    /// The causation id: the direct cause.
    ///
    /// For a reaction, it is the id of the event reacted to.
    public let causationID: String?

    /// The actor on whose behalf it happens.
    public let actor: String?

    /// The members of further metadata, with values as JSON.
    let furtherMembers: [Member]

    /// A member of a JSON object.
    struct Member: Sendable {
        let key: String
        let value: [UInt8]
    }

    /// The context of the task.
    @TaskLocal public static var current = EventContext.none

    /// The empty context.
    public static let none = EventContext(known: nil, nil, nil)

    /// Creates a context.
    ///
    /// - Parameters:
    ///   - correlationID: The correlation id; 1 to 255 bytes of UTF-8 without control characters, like the others.
    ///   - causationID: The causation id.
    ///   - actor: The actor.
    ///   - furtherMetadata: Further metadata, a JSON object; empty for none.
    /// - Throws: ``EventStoreError`` with code ``EventStoreError/Code/invalidArgument``, naming the limit and the
    ///   value, or if the further metadata is not a JSON object.
    public init(
        correlationID: String?, causationID: String?, actor: String?, furtherMetadata: [UInt8] = []
    ) throws(EventStoreError) {
        if let correlationID { try validateName(correlationID, as: "correlation id") }
        if let causationID { try validateName(causationID, as: "causation id") }
        if let actor { try validateName(actor, as: "actor") }
        self.init(known: correlationID, causationID, actor, try Self.members(of: furtherMetadata))
    }

    /// Creates a context from values that are known to be within the limits.
    init(
        known correlationID: String?, _ causationID: String?, _ actor: String?, _ furtherMembers: [Member] = []
    ) {
        self.correlationID = correlationID
        self.causationID = causationID
        self.actor = actor
        self.furtherMembers = furtherMembers
    }
}
