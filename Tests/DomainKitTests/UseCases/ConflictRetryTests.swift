import DomainKit
import Synchronization
import Testing

@Suite
struct ConflictRetryTests {
    private let clock = RecordedClock()

    /// Work that conflicts a given number of times; each attempt takes a given time.
    private func work(_ conflicts: Int, taking duration: Duration, _ retry: ConflictRetry) async throws -> Int {
        var attempts = 0
        return try await retry {
            attempts += 1
            clock.pass(duration)
            if attempts <= conflicts { throw ConcurrencyConflict(stream: "s", expected: 1, actual: 2) }
            return attempts
        }
    }

    @Test
    func `an error is retried exactly if it says that it is a conflict`() async throws {
        struct StoreError: ConflictError {
            let isConflict: Bool
        }
        var attempts = 0
        let retry = ConflictRetry(attempts: 3, jitter: { 0 })
        func work(_ error: StoreError, times: Int) throws {
            attempts += 1
            if attempts <= times { throw error }
        }
        try await retry { try work(StoreError(isConflict: true), times: 2) }
        #expect(attempts == 3)
        await #expect(throws: StoreError.self) {
            try await retry { try work(StoreError(isConflict: false), times: 9) }
        }
        #expect(attempts == 4)
        #expect(!CancellationError().isConflict)
    }

    @Test
    func `the longest delay is the attempt's duration, doubled per conflict up to 64 times`() async throws {
        let retry = ConflictRetry(clock: clock, jitter: { 1 })
        #expect(try await work(9, taking: .milliseconds(1), retry) == 10)
        #expect(clock.sleeps == [1, 2, 4, 8, 16, 32, 64, 64, 64].map { .milliseconds($0) })
    }

    @Test
    func `the delay is drawn between zero and the maximum`() async throws {
        let draws = Mutex([0.5, 0, 0.25])
        let retry = ConflictRetry(clock: clock, jitter: { draws.withLock { $0.removeFirst() } })
        #expect(try await work(3, taking: .milliseconds(8), retry) == 4)
        #expect(clock.sleeps == [.milliseconds(4), .zero, .milliseconds(8)])
    }

    @Test
    func `a delay is at most two seconds, and the maximum is never zero`() async throws {
        let retry = ConflictRetry(clock: clock, jitter: { 1 })
        #expect(try await work(3, taking: .seconds(1), retry) == 4)
        #expect(clock.sleeps == [.seconds(1), .seconds(2), .seconds(2)])
        #expect(try await work(2, taking: .zero, retry) == 3)
        #expect(clock.sleeps.suffix(2) == [.microseconds(20), .microseconds(40)])
    }

    @Test
    func `there is no delay without a conflict, after the last one, or after another error`() async throws {
        struct Refused: Error {}
        let retry = ConflictRetry(attempts: 2, clock: clock, jitter: { 1 })
        #expect(try await work(0, taking: .seconds(1), retry) == 1)
        await #expect(throws: Refused.self) { try await retry { throw Refused() } }
        #expect(clock.sleeps == [])
        await #expect(throws: ConcurrencyConflict.self) { try await work(2, taking: .seconds(1), retry) }
        #expect(clock.sleeps == [.seconds(1)])
    }

    @Test
    func `a task cancelled during the delay does not retry`() async throws {
        let retry = ConflictRetry(clock: ContinuousClock(), jitter: { 1 })
        let attempts = Mutex(0)
        let task = Task {
            try await retry {
                attempts.withLock { $0 += 1 }
                try? await Task.sleep(for: .milliseconds(20))
                throw ConcurrencyConflict(stream: "s", expected: 1, actual: 2)
            }
        }
        while attempts.withLock({ $0 }) < 3 { try await Task.sleep(for: .milliseconds(5)) }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
    }

    @Test
    func `a custom conflict test may end the retries with its own error, at the last attempt too`()
        async throws
    {
        struct Same: Error {}
        var seen = 0
        let retry = ConflictRetry(attempts: 2, clock: clock)
        let isConflict = { (_: any Error) throws -> Bool in
            seen += 1
            if seen == 2 { throw Same() }
            return true
        }
        await #expect(throws: Same.self) { try await retry(where: isConflict) { throw CancellationError() } }
        #expect(seen == 2)
    }

    @Test
    func `an attempt limit below one counts as one, wherever it is given`() {
        var retry = ConflictRetry(attempts: 7)
        retry.attempts = 0
        #expect(retry.attempts == 1)
        #expect(ConflictRetry().attempts == ConflictRetry.defaultAttempts)
    }
}

/// A clock that advances only when a test says so, and records how long callers sleep on it.
private final class RecordedClock: Clock {
    struct Instant: InstantProtocol {
        var time: Duration
        func advanced(by duration: Duration) -> Instant { Instant(time: time + duration) }
        func duration(to other: Instant) -> Duration { other.time - time }
        static func < (left: Instant, right: Instant) -> Bool { left.time < right.time }
    }

    private let state = Mutex((now: Instant(time: .zero), sleeps: [Duration]()))

    var now: Instant { state.withLock { $0.now } }
    var minimumResolution: Duration { .nanoseconds(1) }
    var sleeps: [Duration] { state.withLock { $0.sleeps } }

    func pass(_ duration: Duration) { state.withLock { $0.now.time += duration } }

    func sleep(until deadline: Instant, tolerance: Duration?) async throws {
        try Task.checkCancellation()
        state.withLock { state in
            state.sleeps.append(state.now.duration(to: deadline))
            state.now = max(state.now, deadline)
        }
    }
}
