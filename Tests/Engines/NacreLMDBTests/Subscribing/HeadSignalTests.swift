import LMDB
import Nacre
import Testing

@testable import NacreLMDB

@Suite(.timeLimit(.minutes(25))) struct HeadSignalTests {
    /// A head signal with its thread, over a log whose head the test sets.
    final class Subject: Sendable {
        let signal: HeadSignal
        let looks = Monitor((count: 0, head: Position(0), fails: false))
        private let thread: Monitor<DedicatedThread?>

        init(pollInterval: UInt64 = 10_000_000) throws {
            signal = HeadSignal(pollInterval: pollInterval)
            thread = Monitor(nil)
            let made = try DedicatedThread { [signal, looks] in
                signal.run {
                    let (head, fails) = looks.withLock { looks in
                        looks.count += 1
                        return (looks.head, looks.fails)
                    }
                    if fails { throw EventStoreError(.inputOutput, "it cannot be read") }
                    return head
                }
            }
            thread.withLock { $0 = made }
        }

        var lookCount: Int { looks.withLock { $0.count } }

        /// Waits for a number of waiting subscriptions.
        func untilWaiting(_ count: Int) async throws {
            while signal.waiterCount != count { try await Task.sleep(for: .milliseconds(1)) }
        }

        /// Gives the thread time to serve all waiting subscriptions.
        func untilLookedTwice() async throws {
            let before = lookCount
            while lookCount < before + 2 { try await Task.sleep(for: .milliseconds(1)) }
        }

        /// Whether the log is polled in every 50 ms of the next half second.
        func looksOften() async throws -> Bool {
            let begun = ContinuousClock.now
            let before = lookCount
            try await Task.sleep(for: .milliseconds(500))
            let looks = lookCount - before
            return .milliseconds(50) * looks >= ContinuousClock.now - begun
        }

        func end() {
            signal.close()
            thread.withLock { $0 }?.join()
        }
    }

    @Test func `waiting subscriptions wake when this store's writer commits`() async throws {
        let subject = try Subject()
        let waiters = (0..<50).map { _ in Task { try await subject.signal.wait(after: 7) } }
        try await subject.untilWaiting(50)
        subject.signal.advance(to: 7)
        try await subject.untilLookedTwice()
        #expect(subject.signal.waiterCount == 50)
        subject.signal.advance(to: 8)
        for waiter in waiters { try await waiter.value }
        #expect(subject.signal.waiterCount == 0)
        subject.end()
    }

    @Test func `a commit after the last look prevents waiting`() async throws {
        let subject = try Subject()
        subject.signal.advance(to: 8)
        try await subject.signal.wait(after: 7)
        #expect(subject.signal.waiterCount == 0)
        subject.end()
    }

    @Test func `waiting subscriptions wake when another process has committed`() async throws {
        let subject = try Subject()
        let waiter = Task { try await subject.signal.wait(after: 7) }
        try await subject.untilWaiting(1)
        subject.looks.withLock { $0.head = 8 }
        try await waiter.value
        subject.end()
    }

    @Test func `other processes' commits are not polled without waiting subscriptions`() async throws {
        let subject = try Subject()
        try await Task.sleep(for: .milliseconds(50))
        #expect(subject.lookCount == 0)
        let waiter = Task { try await subject.signal.wait(after: 0) }
        while subject.lookCount < 3 { try await Task.sleep(for: .milliseconds(1)) }
        waiter.cancel()
        _ = await waiter.result
        // One poll may be in progress or due.
        try await Task.sleep(for: .milliseconds(100))
        let count = subject.lookCount
        try await Task.sleep(for: .milliseconds(100))
        #expect(subject.lookCount == count)
        subject.end()
    }

    @Test func `the log is polled often enough to notice commits within 50 ms`()
        async throws
    {
        let subject = try Subject(pollInterval: LMDBEventStore.Options().pollInterval)
        let waiter = Task { try await subject.signal.wait(after: 7) }
        try await subject.untilWaiting(1)
        // On a busy machine the thread may run too rarely; one with too long an interval is never fast enough.
        var isOftenEnough = false
        for _ in 0..<60 where !isOftenEnough { isOftenEnough = try await subject.looksOften() }
        #expect(isOftenEnough)
        waiter.cancel()
        _ = await waiter.result
        subject.end()
    }

    @Test func `waiting subscriptions wake when polling fails, to throw the error`() async throws {
        let subject = try Subject()
        let waiter = Task { try await subject.signal.wait(after: 7) }
        try await subject.untilWaiting(1)
        subject.looks.withLock { $0.fails = true }
        try await waiter.value
        // The known head is unchanged: once the log can be read again, subscriptions wait.
        subject.looks.withLock { $0.fails = false }
        let again = Task { try await subject.signal.wait(after: 7) }
        try await subject.untilWaiting(1)
        try await subject.untilLookedTwice()
        #expect(subject.signal.waiterCount == 1)
        again.cancel()
        _ = await again.result
        subject.end()
    }

    @Test func `cancelling a thousand waiters leaves none`() async throws {
        let subject = try Subject()
        let waiters = (0..<1_000).map { _ in Task { try await subject.signal.wait(after: 7) } }
        // The others are cancelled before they wait, or just when they begin to.
        while subject.signal.waiterCount < 300 { await Task.yield() }
        for waiter in waiters { waiter.cancel() }
        for waiter in waiters {
            await #expect(throws: CancellationError.self) { try await waiter.value }
        }
        #expect(subject.signal.waiterCount == 0)
        subject.end()
    }

    @Test func `closing ends present and future waiting`() async throws {
        let subject = try Subject()
        let waiters = (0..<20).map { _ in Task { try await subject.signal.wait(after: 7) } }
        try await subject.untilWaiting(20)
        subject.end()
        for waiter in waiters {
            await #expect { try await waiter.value } throws: { ($0 as? EventStoreError)?.code == .closed }
        }
        await #expect {
            try await subject.signal.wait(after: 7)
        } throws: {
            ($0 as? EventStoreError)?.code == .closed
        }
        #expect(subject.signal.waiterCount == 0)
    }
}
