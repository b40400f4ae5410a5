/// A log whose events are in memory, such as in mapped files, and are read in place.
///
/// An engine conforms to it in addition to ``EventStore`` if it can. A store that wraps another one wraps its mapped
/// log as well (``EventStore/mappedLog``).
public protocol MappedLog: Sendable {
    // READ-10: In-place scanning is a capability of an engine, not part of `EventStore`.

    /// Calls a closure with the events of the log in order, in place, until the closure returns `false`.
    ///
    /// This is the fastest way to read many events.
    ///
    /// The scan ends at the head of the log at the time it began. It runs on the calling thread and may block it: do
    /// not call it on the cooperative pool.
    ///
    /// - Parameters:
    ///   - position: The scan starts after this position. 0 starts with the first event; a position beyond the head
    ///     is an error.
    ///   - body: Called with each event, which is valid during the call only. Returns whether to continue.
    /// - Throws: ``EventStoreError`` if the log cannot be read; any error that `body` throws.
    /// - Complexity: O(*n*) in the bytes of the events visited.
    @available(*, noasync)
    func scan(after position: Position, while body: (EventView) throws -> Bool) throws
}

extension EventStore where Self: MappedLog {
    /// The log as mapped memory: the store itself.
    public var mappedLog: (any MappedLog)? { self }
}

extension MappedLog {
    /// Calls a closure with all events after a position, in place.
    ///
    /// - Parameters:
    ///   - position: The scan starts after this position. 0 starts with the first event.
    ///   - body: Called with each event, which is valid during the call only.
    /// - Returns: The position of the last event visited, or `position` if there was none.
    /// - Throws: Errors of ``scan(after:while:)``.
    @available(*, noasync)
    @discardableResult
    public func scan(after position: Position = 0, _ body: (EventView) throws -> Void) throws -> Position {
        var last = position
        // The closure is passed inline: stored in a constant it would escape, and every access to a captured variable
        // would need a runtime exclusivity check.
        try scan(
            after: position,
            while: { event in
                try body(event)
                last = event.position
                return true
            })
        return last
    }
}
