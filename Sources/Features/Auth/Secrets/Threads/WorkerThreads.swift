import LMDB

/// A fixed number of threads for work that blocks or computes for long, with a bounded queue.
///
/// Hashing a password takes a processor for a tenth of a second, and writing a secret waits for the disk: neither may
/// take a thread of the cooperative pool, which has one for each processor.
///
/// The threads end after ``close()``, or when the object is released.
final class WorkerThreads: Sendable {
    private let queue: WorkQueue

    /// Starts the threads.
    ///
    /// - Parameters:
    ///   - count: The number of threads: how much work runs at once.
    ///   - capacity: How many requests may wait for a thread.
    /// - Throws: ``SecretsError`` `cannotCreateThread`.
    init(count: Int, capacity: Int) throws(SecretsError) {
        queue = WorkQueue(capacity: capacity)
        for _ in 0..<count {
            queue.threadWillStart()
            do throws(ThreadRefusal) {
                _ = try DedicatedThread { [queue] in queue.work() }
            } catch {
                queue.threadDidEnd()
                // The threads that have started would wait forever.
                queue.close()
                throw SecretsError(.cannotCreateThread, error.description)
            }
        }
    }

    deinit { queue.close() }

    /// The number of requests that wait for a thread.
    var waitingCount: Int { queue.count }

    /// Takes a place for work that is submitted later.
    ///
    /// - Returns: The place.
    /// - Throws: ``QueueFull``; ``SecretsError`` `closed` after ``close()``.
    func reserve() throws -> WorkPlace {
        guard try queue.takePlace() else { throw QueueFull() }
        return WorkPlace(in: queue)
    }

    /// Runs a closure on one of the threads, after those submitted before.
    ///
    /// - Parameter body: The work.
    /// - Returns: The result of `body`.
    /// - Throws: Errors of `body`; ``QueueFull``; `CancellationError`; ``SecretsError`` `closed` after ``close()``.
    func run<Result: Sendable>(_ body: @escaping @Sendable () throws -> Result) async throws -> Result {
        try Task.checkCancellation()
        let place = try reserve()
        defer { withExtendedLifetime(place) {} }
        return try await runInPlace(body)
    }

    /// Runs a closure on one of the threads, after those submitted before, in a place that the caller has.
    ///
    /// A cancelled task stops waiting for a thread; work that runs is not stopped.
    ///
    /// - Parameter body: The work.
    /// - Returns: The result of `body`.
    /// - Throws: Errors of `body`; `CancellationError`; ``SecretsError`` `closed` after ``close()``.
    func runInPlace<Result: Sendable>(_ body: @escaping @Sendable () throws -> Result) async throws -> Result {
        try Task.checkCancellation()
        let number = queue.reserveNumber()
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Result, any Error>) in
                let request = WorkRequest(
                    number: number,
                    run: { continuation.resume(with: Swift.Result(catching: body)) },
                    refuse: { continuation.resume(throwing: $0) })
                if let refusal = queue.add(request) {
                    continuation.resume(throwing: refusal)
                } else if Task.isCancelled {
                    // The handler below may have run before there was a request to cancel.
                    queue.cancel(number)
                }
            }
        } onCancel: {
            queue.cancel(number)
        }
    }

    /// Completes the submitted work, then ends the threads; later work is refused.
    ///
    /// Safe to call twice.
    func close() async {
        queue.close()
        await withCheckedContinuation { continuation in
            queue.whenEnded { continuation.resume() }
        }
    }
}

/// A place for work that waits or runs, given back with its last reference.
final class WorkPlace: Sendable {
    private let queue: WorkQueue

    init(in queue: WorkQueue) { self.queue = queue }

    deinit { queue.releasePlace() }
}

/// The error if more requests wait for a thread than the queue has room for.
struct QueueFull: Error {}
