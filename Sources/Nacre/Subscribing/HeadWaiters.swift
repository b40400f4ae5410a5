/// The continuations waiting for the head of the log to advance.
///
/// The store guards it with its own lock.
///
/// Each waiter states the position that it has read up to, and waits only if the known head is not beyond it. The
/// head never decreases, so an event appended between a read and the wait that follows is never missed.
package struct HeadWaiters: Sendable {
    package typealias Continuation = CheckedContinuation<Void, any Error>

    /// The known head of the log.
    package private(set) var head: Position = 0

    /// Whether waiting has ended because the store is closed.
    package private(set) var isClosed = false

    private var waiting: [UInt64: Continuation] = [:]
    private var lastNumber: UInt64 = 0
    /// The lowest position that any waiter has read up to.
    private var position = Position.max

    package init() {}

    /// The number of waiters.
    package var count: Int { waiting.count }

    /// Whether the head is beyond the position of some waiter.
    package var isReady: Bool { position < head }

    /// Returns a new number to identify a waiter.
    package mutating func number() -> UInt64 {
        lastNumber += 1
        return lastNumber
    }

    /// Adds a waiter.
    ///
    /// - Parameters:
    ///   - continuation: Resumed when the head advances.
    ///   - number: The waiter's number.
    ///   - position: The position that the waiter has read up to.
    /// - Returns: The result to resume it with at once; `nil` if it was added.
    package mutating func add(
        _ continuation: Continuation, _ number: UInt64, after position: Position
    ) -> Result<Void, any Error>? {
        if isClosed { return .failure(Self.closed) }
        if position < head { return .success(()) }
        waiting[number] = continuation
        self.position = min(self.position, position)
        return nil
    }

    /// Removes a waiter.
    ///
    /// - Parameter number: Its number.
    /// - Returns: Its continuation, for the caller to resume; `nil` if it was removed before.
    package mutating func remove(_ number: UInt64) -> Continuation? {
        let continuation = waiting.removeValue(forKey: number)
        if waiting.isEmpty { position = .max }
        return continuation
    }

    /// Records that the head of the log is at least at this position.
    package mutating func advance(to head: Position) {
        self.head = max(self.head, head)
    }

    /// Removes all waiters if the head is beyond the position of some waiter.
    ///
    /// - Returns: The continuations, for the caller to resume.
    package mutating func takeReady() -> [Continuation] {
        // All waiters are resumed; one that finds nothing to read waits again.
        isReady ? takeAll() : []
    }

    /// Ends waiting.
    ///
    /// - Returns: The continuations, for the caller to resume with an error.
    package mutating func close() -> [Continuation] {
        isClosed = true
        return takeAll()
    }

    /// The error for waiters of a closed store.
    package static var closed: EventStoreError {
        EventStoreError(.closed, "the store is closed: open it again")
    }

    /// Removes all waiters.
    ///
    /// - Returns: The continuations, for the caller to resume.
    package mutating func takeAll() -> [Continuation] {
        defer {
            waiting = [:]
            position = .max
        }
        return Array(waiting.values)
    }
}
