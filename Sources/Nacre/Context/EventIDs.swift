/// The ids of the events of one decision, derived from the request that causes it.
///
/// ``Aggregates`` and ``Decisions`` give them to the events that they append. A repeated request then appends events
/// with the same ids: the store recognises them, and ``EventStore/event(withID:)`` finds the first ones.
///
/// The ids are task-local, like ``EventContext``. They are those of a single decision: a second commit within them
/// fails with ``EventStoreError/Code/idempotencyMismatch``, unless it repeats the first one.
public struct EventIDs: Sendable {
    // API-04: Events of a repeated request have the ids of the first one.

    /// The ids of the task; `nil` if its events get new ids.
    @TaskLocal static var current: EventIDs?

    private let id: @Sendable (_ ordinal: Int) -> EventID

    /// Creates ids.
    ///
    /// - Parameter id: Returns the id of the event with an ordinal, from 0; the same id each time. A ``DecisionScope``
    ///   counts the events of all its decisions.
    public init(_ id: @escaping @Sendable (_ ordinal: Int) -> EventID) {
        self.id = id
    }

    /// The id of an event.
    ///
    /// - Parameter ordinal: The ordinal of the event in its decision, from 0.
    public subscript(ordinal: Int) -> EventID { id(ordinal) }

    /// Calls a closure whose decision gets these ids.
    ///
    /// - Parameter body: Makes one decision, with any number of attempts.
    /// - Returns: The result of `body`.
    /// - Throws: The errors of `body`.
    public func apply<Result>(_ body: () async throws -> Result) async throws -> Result {
        try await Self.$current.withValue(self, operation: body)
    }
}
