import Nacre

extension AppendQueue {
    /// Reserves room for a request, waiting until there is some.
    ///
    /// Cancellable. What was reserved is given back when the request leaves the queue, in whichever way.
    ///
    /// - Throws: `CancellationError`; `closed` or `appendsStopped`.
    func reserve(_ byteCount: Int) async throws {
        if try !reserveAtOnce(byteCount) { try await waitForRoom(byteCount) }
    }

    /// Reserves room for a request where there is some, and nobody has waited for it longer.
    ///
    /// - Returns: Whether there was.
    /// - Throws: `closed` or `appendsStopped`.
    func reserveAtOnce(_ byteCount: Int) throws(EventStoreError) -> Bool {
        try state.withLock { (state) throws(EventStoreError) in
            try Self.checkOpen(state)
            return state.roomSeekers.isEmpty && reserve(byteCount, in: &state)
        }
    }

    /// Waits until there is room, and reserves it.
    ///
    /// - Throws: `CancellationError`; `closed` or `appendsStopped`.
    func waitForRoom(_ byteCount: Int) async throws {
        let seeker = RoomSeeker(byteCount: byteCount)
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let outcome = state.withLock { state -> Result<Void, any Error>? in
                    if seeker.isCancelled { return .failure(CancellationError()) }
                    do { try Self.checkOpen(state) } catch { return .failure(error) }
                    if state.roomSeekers.isEmpty, reserve(byteCount, in: &state) { return .success(()) }
                    seeker.continuation = continuation
                    state.roomSeekers.append(seeker)
                    return nil
                }
                if let outcome { continuation.resume(with: outcome) }
            }
        } onCancel: {
            let continuation = state.withLock { state in
                seeker.isCancelled = true
                state.roomSeekers.removeAll { $0 === seeker }
                defer { seeker.continuation = nil }
                return seeker.continuation
            }
            continuation?.resume(throwing: CancellationError())
            // Those behind it may have waited for less.
            wakeRoomSeekers()
        }
    }

    /// Hands a request to the writer and waits for its answer.
    ///
    /// Cancellable until the writer takes it.
    ///
    /// - Returns: The writer's answer.
    /// - Throws: What the writer answers; `CancellationError` where the request was withdrawn.
    func submit(_ request: AppendRequest) async throws -> AppendResult {
        await withTaskCancellationHandler {
            // Unsafe, because a checked one costs two allocations an append. It is resumed exactly once: a request is
            // kept out of the queue, or taken out of it with the lock held, once, and whoever did that resumes it.
            await withUnsafeContinuation { continuation in
                enqueue(request, continuation)
            }
        } onCancel: {
            withdraw(request)
        }
        return try request.result()
    }

    private func enqueue(_ request: AppendRequest, _ continuation: UnsafeContinuation<Void, Never>) {
        let refusal = state.withLock { state -> (any Error)? in
            request.continuation = continuation
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
        guard let refusal else { return state.signal() }
        request.answer = .refused(refusal)
        request.resume()
        // What it had reserved is free again, and the writer, who never saw it, wakes nobody.
        wakeRoomSeekers()
    }

    private func withdraw(_ request: AppendRequest) {
        let isOut = state.withLock { state in
            guard request.ticket > 0 else {
                request.isWithdrawn = true
                return false
            }
            // Not among those that wait: it was taken, and will be answered.
            guard let index = state.index(of: request) else { return false }
            state.requests.remove(at: index)
            state.hand(arrivalOf: [request], to: index)
            if state.requests.isEmpty { state.isArrivalDue = isTimed }
            state.waitingByteCount -= request.byteCount
            state.byteCount -= request.byteCount
            return true
        }
        guard isOut else { return }
        request.answer = .refused(CancellationError())
        request.resume()
        wakeRoomSeekers()
    }
}

extension AppendQueue.State {
    /// Lets a request that has no arrival of its own have the last one of those that went before it.
    ///
    /// - Parameters:
    ///   - gone: The requests that stood before it, and no longer wait.
    ///   - index: Where it stands.
    mutating func hand(arrivalOf gone: [AppendRequest], to index: Int) {
        guard requests.indices.contains(index), requests[index].arrival == 0 else { return }
        if let last = gone.last(where: { $0.arrival > 0 }) { requests[index].arrival = last.arrival }
    }

    /// Where a request waits; `nil` where it does not.
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
