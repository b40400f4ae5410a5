import Foundation

/// Holds the threads that come to it, until it is opened.
final class Gate: @unchecked Sendable {
    // Sendable: the variables are accessed with the condition locked.
    private let condition = NSCondition()
    private var isOpen = false
    private var waiting = 0

    /// Waits until the gate is open.
    func pass() {
        condition.withLock {
            waiting += 1
            while !isOpen { condition.wait() }
            waiting -= 1
        }
    }

    func open() {
        condition.withLock {
            isOpen = true
            condition.broadcast()
        }
    }

    /// How many threads wait.
    var waitingCount: Int { condition.withLock { waiting } }

    func untilWaiting(_ count: Int) async {
        while waitingCount < count { await Task.yield() }
    }
}

/// A count that threads share.
final class Counter: @unchecked Sendable {
    // Sendable: the variable is accessed with the lock held.
    private let lock = NSLock()
    private var count = 0

    func increment() { lock.withLock { count += 1 } }

    var value: Int { lock.withLock { count } }
}
