import LMDB

/// A request that waits for a thread.
struct WorkRequest: Sendable {
    let number: UInt64

    /// Does the work and answers the caller.
    let run: @Sendable () -> Void

    /// Answers the caller with an error instead.
    let refuse: @Sendable (any Error) -> Void
}

/// The requests that wait for the threads of a ``WorkerThreads``.
///
/// `@unchecked Sendable` is right because the variables are accessed with `lock` held.
final class WorkQueue: @unchecked Sendable {
    private let lock = ConditionLock()
    private let capacity: Int
    private var requests: [WorkRequest] = []
    private var lastNumber: UInt64 = 0

    private var threads = 0
    private var places = 0
    private var isClosed = false
    private var endings: [@Sendable () -> Void] = []

    /// Creates an empty queue.
    ///
    /// - Parameter capacity: How many requests may wait while no thread is free.
    init(capacity: Int) { self.capacity = capacity }

    /// The number of waiting requests.
    var count: Int { locked { requests.count } }

    /// The number of the next request.
    func reserveNumber() -> UInt64 {
        locked {
            lastNumber += 1
            return lastNumber
        }
    }

    /// Takes a place for a request, which waits or runs there.
    ///
    /// - Returns: Whether there was one.
    /// - Throws: ``SecretsError`` `closed`.
    func takePlace() throws(SecretsError) -> Bool {
        let result = locked { () -> Bool? in
            guard !isClosed else { return nil }
            guard places < capacity + threads else { return false }
            places += 1
            return true
        }
        guard let result else { throw .closed }
        return result
    }

    /// Gives a place back.
    func releasePlace() {
        locked { places -= 1 }
    }

    /// Adds a request that has a place.
    ///
    /// - Parameter request: The request.
    /// - Returns: Why it was refused; `nil` if it was added.
    func add(_ request: WorkRequest) -> SecretsError? {
        locked {
            guard !isClosed else { return SecretsError.closed }
            requests.append(request)
            lock.signal()
            return nil
        }
    }

    /// Answers a waiting request with `CancellationError`; no effect if it does not wait.
    ///
    /// - Parameter number: Its number.
    func cancel(_ number: UInt64) {
        let request = locked { () -> WorkRequest? in
            guard let index = requests.firstIndex(where: { $0.number == number }) else { return nil }
            return requests.remove(at: index)
        }
        request?.refuse(CancellationError())
    }

    /// Does the work of one thread: runs requests until the queue is closed and empty.
    func work() {
        while let request = next() {
            request.run()
        }
        threadDidEnd()
    }

    private func next() -> WorkRequest? {
        locked {
            while requests.isEmpty, !isClosed { lock.wait() }
            guard !requests.isEmpty else { return nil }
            return requests.removeFirst()
        }
    }

    /// Refuses later requests; the threads end when they have completed the waiting ones.
    func close() {
        locked {
            isClosed = true
            lock.broadcast()
        }
    }

    /// Counts a thread.
    func threadWillStart() {
        locked { threads += 1 }
    }

    /// Counts a thread that asks for no further request.
    func threadDidEnd() {
        let finished = locked { () -> [@Sendable () -> Void] in
            threads -= 1
            guard threads == 0 else { return [] }
            defer { endings = [] }
            return endings
        }
        for ending in finished { ending() }
    }

    /// Calls a closure when all threads have ended.
    func whenEnded(_ ending: @escaping @Sendable () -> Void) {
        let hasEnded = locked {
            if threads > 0 { endings.append(ending) }
            return threads == 0
        }
        if hasEnded { ending() }
    }

    private func locked<Result>(_ body: () -> Result) -> Result {
        lock.lock()
        defer { lock.unlock() }
        return body()
    }
}

extension SecretsError {
    /// The error of a request after closing.
    static var closed: SecretsError {
        SecretsError(.closed, "the secrets are closed: open them again")
    }
}
