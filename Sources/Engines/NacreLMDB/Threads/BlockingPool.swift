import LMDB
import Nacre

/// A few threads for blocking reads: a page fault blocks one of them, not the cooperative pool.
final class BlockingPool: Sendable {
    private struct State {
        var jobs: [@Sendable () -> Void] = []
        var isClosed = false
    }

    private let state = Monitor(State())
    private let threads: [DedicatedThread]

    init(threads count: Int) throws(EventStoreError) {
        let state = state
        var threads: [DedicatedThread] = []
        for _ in 0..<count {
            do throws(EventStoreError) {
                threads.append(
                    try DedicatedThread.start {
                        while let job = Self.nextJob(state) { job() }
                    })
            } catch {
                // End the threads that have started; they would wait for jobs forever.
                state.withLock { $0.isClosed = true }
                state.broadcast()
                throw error
            }
        }
        self.threads = threads
    }

    /// The number of jobs that wait for a thread.
    var waitingCount: Int { state.withLock { $0.jobs.count } }

    private static func nextJob(_ state: Monitor<State>) -> (@Sendable () -> Void)? {
        state.wait { state -> (@Sendable () -> Void)?? in
            // In order of submission, so that the jobs of long reads take turns (READ-06).
            if !state.jobs.isEmpty { return .some(state.jobs.removeFirst()) }
            return state.isClosed ? .some(nil) : nil
        }
    }

    /// Runs a body on one of the threads.
    ///
    /// - Throws: Errors of `body`; `closed` after ``close()``.
    func run<Result: Sendable>(_ body: @escaping @Sendable () throws -> Result) async throws -> Result {
        try await withCheckedThrowingContinuation { continuation in
            let isTaken = state.withLock { state in
                guard !state.isClosed else { return false }
                state.jobs.append { continuation.resume(with: .init(catching: body)) }
                return true
            }
            if isTaken {
                state.signal()
            } else {
                continuation.resume(throwing: EventStoreError.storeClosed)
            }
        }
    }

    /// Completes all submitted jobs, then ends the threads.
    ///
    /// Safe to call twice.
    func close() {
        state.withLock { $0.isClosed = true }
        state.broadcast()
        for thread in threads { thread.join() }
    }
}

extension EventStoreError {
    static var storeClosed: EventStoreError {
        EventStoreError(.closed, "the store is closed: open it again", outcome: .notWritten)
    }
}
