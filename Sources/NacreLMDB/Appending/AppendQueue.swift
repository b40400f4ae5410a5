import Nacre

/// The appends that wait for the writer thread, in order of arrival; bounded in bytes, for which checks and conditions
/// count too.
final class AppendQueue: Sendable {
    /// How many bytes of records may wait; a request that is larger than the bound waits until the queue is empty.
    private let greatestByteCount: Int

    /// How many bytes of records make a group; a larger commit goes alone.
    private let groupByteCount: Int

    /// How long the writer looks for the next request before it sleeps, in nanoseconds: about what a caller that appends
    /// one event after another needs to come back.
    private static let attention: UInt64 = 60_000

    private struct State {
        var requests: [AppendRequest] = []
        var byteCount = 0
        /// Tasks that wait for room, in order of arrival.
        var roomSeekers: [RoomSeeker] = []
        var isClosed = false
        var failure: EventStoreError?
    }

    private final class RoomSeeker: @unchecked Sendable {
        // Sendable: the mutable fields are touched with the queue's lock held.
        let byteCount: Int
        var continuation: CheckedContinuation<Void, any Error>?
        var isCancelled = false

        init(byteCount: Int) {
            self.byteCount = byteCount
        }
    }

    private let state = Monitor(State())

    init(greatestByteCount: Int = 32 << 20, groupByteCount: Int = 8 << 20) {
        self.greatestByteCount = greatestByteCount
        self.groupByteCount = groupByteCount
    }

    /// What waits at one moment.
    struct Load: Hashable {
        let requests: Int
        let bytes: Int
        let seekers: Int
    }

    /// What waits now.
    var load: Load {
        state.withLock {
            Load(requests: $0.requests.count, bytes: $0.byteCount, seekers: $0.roomSeekers.count)
        }
    }

    // MARK: Callers

    /// Reserves room for a request, waiting until there is some.
    ///
    /// Cancellable.
    ///
    /// What was reserved is given back when the request leaves the queue, in whichever way.
    ///
    /// - Throws: `CancellationError`; `closed` or `appendsStopped`.
    func reserve(_ byteCount: Int) async throws {
        let isReserved = try state.withLock { state in
            try Self.checkOpen(state)
            return state.roomSeekers.isEmpty && reserve(byteCount, in: &state)
        }
        if isReserved { return }
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
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let refusal = state.withLock { state -> (any Error)? in
                    do {
                        if request.stage == .withdrawn { throw CancellationError() }
                        try Self.checkOpen(state)
                    } catch {
                        state.byteCount -= request.byteCount
                        return error
                    }
                    request.stage = .waiting
                    request.continuation = continuation
                    state.requests.append(request)
                    return nil
                }
                guard let refusal else { return state.signal() }
                continuation.resume(throwing: refusal)
                // What it had reserved is free again, and the writer, who never saw it, wakes nobody.
                wakeRoomSeekers()
            }
        } onCancel: {
            withdraw(request)
        }
    }

    private func withdraw(_ request: AppendRequest) {
        let continuation = state.withLock { state -> CheckedContinuation<AppendResult, any Error>? in
            switch request.stage {
            case .created:
                request.stage = .withdrawn
                return nil
            case .waiting:
                request.stage = .withdrawn
                state.requests.removeAll { $0 === request }
                state.byteCount -= request.byteCount
                defer { request.continuation = nil }
                return request.continuation
            case .taken, .withdrawn:
                return nil
            }
        }
        continuation?.resume(throwing: CancellationError())
        wakeRoomSeekers()
    }

    // A request that is larger than the bound must get through too: alone.
    private func reserve(_ byteCount: Int, in state: inout State) -> Bool {
        guard state.byteCount == 0 || state.byteCount + byteCount <= greatestByteCount else { return false }
        state.byteCount += byteCount
        return true
    }

    private static func checkOpen(_ state: borrowing State) throws(EventStoreError) {
        if let failure = state.failure { throw failure }
        if state.isClosed { throw .storeClosed }
    }

    // MARK: The writer thread

    /// Waits for requests and takes a group of them.
    ///
    /// - Parameter group: Where to put the requests, in order of arrival.
    /// - Returns: Whether there are any; `false` when the queue is closed.
    func take(into group: inout [AppendRequest]) -> Bool {
        group.removeAll(keepingCapacity: true)
        let isOpen = state.wait(lookingFor: Self.attention) { state in
            if state.requests.isEmpty { return state.isClosed || state.failure != nil ? false : nil }
            var bytes = 0
            var count = 0
            for request in state.requests {
                guard count == 0 || bytes + request.byteCount <= groupByteCount else { break }
                bytes += request.byteCount
                request.stage = .taken
                count += 1
            }
            if count == state.requests.count {
                swap(&group, &state.requests)
            } else {
                group.append(contentsOf: state.requests[..<count])
                state.requests.removeFirst(count)
            }
            state.byteCount -= bytes
            return true
        }
        if isOpen { wakeRoomSeekers() }
        return isOpen
    }

    /// Answers a request that was taken.
    func answer(_ request: AppendRequest, _ result: Result<AppendResult, any Error>) {
        // The writer has it alone since it was taken: nobody else touches the continuation.
        let continuation = request.continuation
        request.continuation = nil
        continuation?.resume(with: result)
    }

    private func wakeRoomSeekers() {
        while true {
            let continuation = state.withLock { state -> CheckedContinuation<Void, any Error>? in
                guard let first = state.roomSeekers.first, reserve(first.byteCount, in: &state) else { return nil }
                let seeker = state.roomSeekers.removeFirst()
                defer { seeker.continuation = nil }
                return seeker.continuation
            }
            guard let continuation else { return }
            continuation.resume()
        }
    }

    // MARK: The end

    /// Fails what waits, and all that comes.
    func stop(_ failure: EventStoreError) {
        end {
            $0.failure = failure
        } error: {
            failure
        }
    }

    /// Fails what waits, and all that comes, with `closed`; the writer ends when it has finished what it took.
    func close() {
        end {
            $0.isClosed = true
        } error: {
            .storeClosed
        }
    }

    private func end(_ mark: (inout State) -> Void, error: () -> EventStoreError) {
        var requests: [CheckedContinuation<AppendResult, any Error>] = []
        var seekers: [CheckedContinuation<Void, any Error>] = []
        state.withLock { state in
            mark(&state)
            for request in state.requests {
                request.stage = .withdrawn
                if let continuation = request.continuation { requests.append(continuation) }
                request.continuation = nil
                state.byteCount -= request.byteCount
            }
            state.requests = []
            seekers = state.roomSeekers.compactMap(\.continuation)
            for seeker in state.roomSeekers { seeker.continuation = nil }
            state.roomSeekers = []
        }
        state.broadcast()
        for continuation in requests { continuation.resume(throwing: error()) }
        for continuation in seekers { continuation.resume(throwing: error()) }
    }
}
