import Nacre

extension AppendQueue {
    /// Reserves room in the queue for a request, and waits until there is some.
    ///
    /// Cancellable. The reservation is released when the request leaves the queue, in any way.
    ///
    /// - Throws: `CancellationError`; `closed` or `appendsStopped`.
    func reserve(_ byteCount: Int) async throws {
        if try !reserveAtOnce(byteCount) { try await waitForRoom(byteCount) }
    }

    /// Reserves room for a request if there is some and no earlier request waits for room.
    ///
    /// - Returns: Whether room was reserved.
    /// - Throws: `closed` or `appendsStopped`.
    func reserveAtOnce(_ byteCount: Int) throws(EventStoreError) -> Bool {
        try state.withLock { (state) throws(EventStoreError) in
            try Self.checkOpen(state)
            // First come, first served: a small request must not overtake a large one forever.
            return state.roomWaiters.isEmpty && reserve(byteCount, in: &state)
        }
    }

    /// Waits for room, then reserves it.
    ///
    /// - Throws: `CancellationError`; `closed` or `appendsStopped`.
    func waitForRoom(_ byteCount: Int) async throws {
        let seeker = RoomWaiter(byteCount: byteCount)
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let outcome = state.withLock { state -> Result<Void, any Error>? in
                    if seeker.isCancelled { return .failure(CancellationError()) }
                    do { try Self.checkOpen(state) } catch { return .failure(error) }
                    if state.roomWaiters.isEmpty, reserve(byteCount, in: &state) { return .success(()) }
                    seeker.continuation = continuation
                    state.roomWaiters.append(seeker)
                    return nil
                }
                if let outcome { continuation.resume(with: outcome) }
            }
        } onCancel: {
            let continuation = state.withLock { state in
                seeker.isCancelled = true
                state.roomWaiters.removeAll { $0 === seeker }
                defer { seeker.continuation = nil }
                return seeker.continuation
            }
            continuation?.resume(throwing: CancellationError())
            // A task after the cancelled one may need less room.
            wakeRoomWaiters()
        }
    }

    /// Hands a request to the writer and waits for its answer.
    ///
    /// Cancellable until the writer takes it.
    ///
    /// - Returns: The writer's answer.
    /// - Throws: The error that the writer answers; `CancellationError` if the request was withdrawn.
    func submit(_ request: AppendRequest) async throws -> AppendResult {
        await withTaskCancellationHandler {
            // Unsafe continuation: a checked one costs two allocations an append. It is resumed exactly once: a request
            // is either never queued, or removed from the queue once, under the lock, and the code that does so resumes
            // it.
            await unsafe withUnsafeContinuation { continuation in
                unsafe enqueue(request, continuation)
            }
        } onCancel: {
            withdraw(request)
        }
        if let lateness = request.lateness { noteResumption(after: lateness) }
        return try request.result()
    }

    private func enqueue(_ request: AppendRequest, _ continuation: UnsafeContinuation<Void, Never>) {
        // Who has the seat looks at the queue before leaving it.
        var isWriterFree = false
        let refusal = state.withLock { state -> (any Error)? in
            isWriterFree = !state.isSeatTaken
            unsafe request.continuation = continuation
            do {
                if request.isWithdrawn { throw CancellationError() }
                try Self.checkOpen(state)
            } catch {
                state.byteCount -= request.byteCount
                return error
            }
            state.lastTicket += 1
            request.ticket = state.lastTicket
            state.waitingByteCount += request.byteCount
            if state.isArrivalDue {
                state.isArrivalDue = false
                request.arrival = StoreMetrics.now
            }
            state.requests.append(request)
            return nil
        }
        guard let refusal else {
            if isWriterFree { state.signal() }
            return
        }
        request.answer = .refused(refusal)
        request.resume()
        // The reservation is released here; the writer never saw the request and wakes no task that waits for room.
        wakeRoomWaiters()
    }

    private func withdraw(_ request: AppendRequest) {
        let isOut = state.withLock { state in
            guard request.ticket > 0 else {
                request.isWithdrawn = true
                return false
            }
            // Not in the queue: the writer has taken it and will answer it.
            guard let index = state.index(of: request) else { return false }
            state.requests.remove(at: index)
            state.transferArrival(of: [request], to: index)
            if state.requests.isEmpty { state.isArrivalDue = isTimed }
            state.waitingByteCount -= request.byteCount
            state.byteCount -= request.byteCount
            return true
        }
        guard isOut else { return }
        request.answer = .refused(CancellationError())
        request.resume()
        wakeRoomWaiters()
    }
}

extension AppendQueue.State {
    /// Gives a request without an arrival time the last known arrival time of the requests before it.
    ///
    /// - Parameters:
    ///   - gone: The requests that were before it and have left the queue.
    ///   - index: The index of the request.
    mutating func transferArrival(of gone: [AppendRequest], to index: Int) {
        guard requests.indices.contains(index), requests[index].arrival == 0 else { return }
        if let last = gone.last(where: { $0.arrival > 0 }) { requests[index].arrival = last.arrival }
    }

    /// The index of a request in the queue; `nil` if it is not there.
    ///
    /// - Complexity: O(log *n*).
    fileprivate func index(of request: AppendRequest) -> Int? {
        var range = requests.indices
        while let first = range.first {
            let middle = first + range.count / 2
            let ticket = requests[middle].ticket
            if ticket == request.ticket { return middle }
            range = ticket < request.ticket ? (middle + 1)..<range.upperBound : first..<middle
        }
        return nil
    }
}
