/// A process manager (saga): reacts to events with new events.
///
/// ```swift
/// struct Packing: ProcessManager {
///     let name = "packing"
///     let query = Query.types("OrderPlaced")
///     let parcels: Aggregates<ParcelDecider>
///
///     func react(to event: RecordedEvent) async throws -> Commit? {
///         guard case .placed(let customer, _)? = try OrderEvent.codec.decode(event) else { return nil }
///         return try await parcels.commit(deciding: .pack(for: customer), on: event.stream.id)
///     }
/// }
/// ```
///
/// It decides but does not append: ``ProcessRunner`` appends the returned commit together with the checkpoint, in one
/// commit.
public protocol ProcessManager: Sendable {
    /// The name of the process: 1 to ``ProcessRunner/nameBytes`` bytes.
    ///
    /// A process with a new name starts from the beginning of the log.
    var name: String { get }

    /// The events to react to.
    ///
    /// Events in reserved streams, which begin with `$`, are never included.
    var query: Query { get }

    /// Decides the reaction to an event.
    ///
    /// It may be called more than once for an event, also by several processes at once. The returned commit takes
    /// effect exactly once. Other effects, such as sending a letter, would be repeated.
    ///
    /// It runs in the context ``EventContext/reacting(to:as:_:)``, which is added to the events of the commit.
    ///
    /// - Parameter event: The next event that the query matches.
    /// - Returns: The events to append, without ids, with the expectations and conditions that the decision depends
    ///   on; `nil` for no reaction.
    /// - Throws: Any error that prevents the decision. The process halts before the event. It does not halt after a
    ///   disk failure or a cancellation. After a conflict it is called again, and halts if the same conflict occurs
    ///   on unchanged state.
    func react(to event: RecordedEvent) async throws -> Commit?
}
