/// What reacts to events with other events: whenever this happens, let that happen.
///
/// ```swift
/// struct Packing: ProcessManager {
///     let name = "packing"
///     let query = Query.types("OrderPaid")
///     let parcels: Aggregates<ParcelDecider>
///
///     func react(to event: RecordedEvent) async throws -> Commit? {
///         try await parcels.commit(deciding: .pack, on: event.stream.id)
///     }
/// }
/// ```
///
/// It decides and appends nothing itself: ``ProcessRunner`` appends what it returns, in one commit with the note that the
/// event has been dealt with.
public protocol ProcessManager: Sendable {
    /// The name of the process: 1 to ``ProcessRunner/nameBytes`` bytes.
    ///
    /// Another name is another process, which has seen nothing yet.
    var name: String { get }

    /// Which events it is shown; those in streams that begin with `$`, the store's own, never.
    var query: Query { get }

    /// Decides what follows from an event.
    ///
    /// It may be asked about an event more than once, and by several processes at once: what it returns takes effect
    /// once. What it does besides, such as sending a letter, would be done again.
    ///
    /// It runs in the context ``EventContext/reacting(to:as:_:)``, which the events of the commit carry.
    ///
    /// - Parameter event: The next event that the query matches.
    /// - Returns: The events that follow, without ids, with whatever expectations and conditions the decision rests on;
    ///   `nil` where nothing follows.
    /// - Throws: Whatever makes it impossible to decide: the process halts before the event. After a failure of the disk
    ///   or a cancellation it does not halt. After a conflict it is asked again, and halts where it meets the same
    ///   conflict on unchanged state.
    func react(to event: RecordedEvent) async throws -> Commit?
}
