/// Who waits for a log to go on, and from where: what a store keeps behind a lock of its own.
///
/// A waiter says up to where it has looked. It waits only where the log is not known to go further, and the log's head
/// only moves on: what is appended between a look and the wait behind it is never missed.
package struct HeadWaiters: Sendable {
    package typealias Continuation = CheckedContinuation<Void, any Error>

    /// Up to where the log is known to go.
    package private(set) var head: Position = 0

    /// Whether all waiting has ended.
    package private(set) var isClosed = false

    private var waiting: [UInt64: Continuation] = [:]
    private var lastNumber: UInt64 = 0
    /// Up to where those who wait have looked: the least position of them all.
    private var position = Position.max

    package init() {}

    /// How many wait.
    package var count: Int { waiting.count }

    /// Whether there is something to see for those who wait.
    package var isReady: Bool { position < head }

    /// A number for a waiter that is to come.
    package mutating func number() -> UInt64 {
        lastNumber += 1
        return lastNumber
    }

    /// Lets a waiter wait.
    ///
    /// - Parameters:
    ///   - continuation: What is resumed when the log goes on.
    ///   - number: The waiter's number.
    ///   - position: Up to where it has looked.
    /// - Returns: What to resume it with at once; `nil` where it waits.
    package mutating func add(
        _ continuation: Continuation, _ number: UInt64, after position: Position
    ) -> Result<Void, any Error>? {
        if isClosed { return .failure(Self.closed) }
        if position < head { return .success(()) }
        waiting[number] = continuation
        self.position = min(self.position, position)
        return nil
    }

    /// Takes a waiter out that no longer waits.
    ///
    /// - Parameter number: Its number.
    /// - Returns: Its continuation, to be resumed; `nil` where it was taken out before.
    package mutating func remove(_ number: UInt64) -> Continuation? {
        let continuation = waiting.removeValue(forKey: number)
        if waiting.isEmpty { position = .max }
        return continuation
    }

    /// Notices that the log goes up to a position at least.
    package mutating func advance(to head: Position) {
        self.head = max(self.head, head)
    }

    /// Takes everybody out where there is something to see.
    ///
    /// - Returns: The continuations, to be resumed.
    package mutating func takeReady() -> [Continuation] {
        isReady ? takeAll() : []
    }

    /// Ends all waiting.
    ///
    /// - Returns: The continuations, to be resumed with an error.
    package mutating func close() -> [Continuation] {
        isClosed = true
        return takeAll()
    }

    /// The error of whoever waits when all waiting ends.
    package static var closed: EventStoreError {
        EventStoreError(.closed, "the store is closed: open it again")
    }

    /// Takes everybody out.
    ///
    /// - Returns: The continuations, to be resumed.
    package mutating func takeAll() -> [Continuation] {
        defer {
            waiting = [:]
            position = .max
        }
        return Array(waiting.values)
    }
}
