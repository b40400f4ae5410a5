/// A log whose events lie in memory, such as in mapped files: they are read in place.
///
/// It is what an engine adds to ``EventStore`` where it can; a store that wraps another one wraps its log as well
/// (``EventStore/mappedLog``).
public protocol MappedLog: Sendable {
    /// Hands out the events of the log in order, where they lie, until the body has enough: the fastest way to read many.
    ///
    /// It ends at the head of the moment when it began. It runs on the calling thread, which it may block: keep it off the
    /// cooperative pool.
    ///
    /// - Parameters:
    ///   - position: Begins behind this position; 0 begins with the first event, and one beyond the head is an error.
    ///   - body: Takes an event, valid inside this call; answers whether to go on.
    /// - Throws: ``EventStoreError`` where the log cannot be read; what `body` throws.
    /// - Complexity: O(*n*) in the bytes of the events handed out.
    @available(*, noasync)
    func scan(after position: Position, while body: (EventView) throws -> Bool) throws
}

extension EventStore where Self: MappedLog {
    /// The log where its events lie in memory: the store itself.
    public var mappedLog: (any MappedLog)? { self }
}

extension MappedLog {
    /// Hands out all events behind a position, where they lie.
    ///
    /// - Parameters:
    ///   - position: Begins behind this position; 0 begins with the first event.
    ///   - body: Takes an event, valid inside this call.
    /// - Returns: The position of the last event handed out, or `position` where there was none.
    /// - Throws: What ``scan(after:while:)`` throws.
    @available(*, noasync)
    @discardableResult
    public func scan(after position: Position = 0, _ body: (EventView) throws -> Void) throws -> Position {
        var last = position
        // Not in a constant of its own: that would escape, and each access to what it captures be checked while running.
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
