import Nacre

/// The appends that wait for the writer thread, in order of arrival, bounded in bytes.
///
/// Checks and conditions count towards the bound.
final class AppendQueue: Sendable {
    // APP-03: The append queue is bounded in bytes, and a waiting request can be withdrawn.

    /// The bound on waiting bytes; a larger request waits until the queue is empty.
    private let maxByteCount: Int

    /// The bytes of records in a group commit; a larger commit goes alone.
    private let groupByteCount: Int

    // APP-04: The writer polls its queue for 60 µs before it sleeps.
    /// How long the writer spins for the next request before it sleeps, in nanoseconds: about the turnaround time of a
    /// caller that appends sequentially.
    private static let spinTime: UInt64 = 60_000

    /// Whether arrival times are recorded, for metrics.
    let isTimed: Bool

    /// How late a caller may be resumed before the threads of the pool count as busy, in nanoseconds.
    let resumptionLimit: UInt64

    struct State {
        /// The waiting requests, ordered by ticket.
        var requests: [AppendRequest] = []
        /// The last ticket that was issued.
        var lastTicket: UInt64 = 0
        /// The bytes of the waiting requests.
        var waitingByteCount = 0
        /// The reserved bytes: of the waiting requests and of those being prepared.
        var byteCount = 0
        /// Whether to record the arrival of the next request, because it is the first since a group was taken.
        var isArrivalDue: Bool
        /// The tasks that wait for room, in order of arrival.
        var roomWaiters: [RoomWaiter] = []
        /// Whether the writer is to look at what is due besides requests.
        var isInterrupted = false
        /// Whether a thread is writing: the writer's, or that of a lone caller.
        var isSeatTaken = false
        /// How many groups of one request followed each other; negative for a while after callers were resumed late.
        var loneGroups = 0
        var isClosed = false
        var failure: EventStoreError?
    }

    final class RoomWaiter: @unchecked Sendable {
        // Sendable: the mutable fields are accessed only with the queue's lock held.
        let byteCount: Int
        var continuation: CheckedContinuation<Void, any Error>?
        var isCancelled = false

        init(byteCount: Int) {
            self.byteCount = byteCount
        }
    }

    let state: Monitor<State>

    init(
        maxByteCount: Int = 32 << 20, groupByteCount: Int = 8 << 20, isTimed: Bool = false,
        resumptionLimit: UInt64 = JournalPolicy().resumptionLimit
    ) {
        self.isTimed = isTimed
        self.resumptionLimit = resumptionLimit
        state = Monitor(State(isArrivalDue: isTimed))
        self.maxByteCount = maxByteCount
        self.groupByteCount = groupByteCount
    }

    /// The queue's contents at one moment.
    struct Load: Hashable {
        let requests: Int
        let bytes: Int
        let roomWaiters: Int
    }

    /// The current load.
    var load: Load {
        state.withLock {
            Load(requests: $0.requests.count, bytes: $0.byteCount, roomWaiters: $0.roomWaiters.count)
        }
    }

    // A request larger than the bound is admitted when nothing else is reserved.
    func reserve(_ byteCount: Int, in state: inout State) -> Bool {
        guard state.byteCount == 0 || state.byteCount + byteCount <= maxByteCount else { return false }
        state.byteCount += byteCount
        return true
    }

    static func checkOpen(_ state: borrowing State) throws(EventStoreError) {
        if let failure = state.failure { throw failure }
        if state.isClosed { throw .storeClosed }
    }

    // MARK: The writer thread

    /// Waits for requests, and takes the seat.
    ///
    /// - Returns: `true` if there are any, or the writer is interrupted; `false` when the queue is closed.
    func waitForRequests() -> Bool {
        state.wait(spinningFor: Self.spinTime) { state in
            guard !state.isSeatTaken, state.isWriterDue else { return nil }
            state.isSeatTaken = true
            defer { state.isInterrupted = false }
            return !state.requests.isEmpty || state.isInterrupted
        }
    }

    /// Ends the writer's present or next waiting.
    func interrupt() {
        state.withLock { $0.isInterrupted = true }
        state.broadcast()
    }

    /// Takes the next group of waiting requests.
    ///
    /// - Parameter group: Receives the requests, in order of arrival.
    /// - Returns: Whether there are any; waiting requests may have been withdrawn.
    /// - Complexity: O(1) if all waiting requests form one group and no task waits for room.
    @discardableResult
    func take(into group: inout [AppendRequest]) -> Bool {
        group.removeAll(keepingCapacity: true)
        var hasRoomWaiters = false
        let isTaken = state.withLock { state in
            guard !state.requests.isEmpty else { return false }
            var bytes = state.waitingByteCount
            if bytes <= groupByteCount {
                // Swapping reuses both buffers and copies nothing under the lock.
                swap(&group, &state.requests)
            } else {
                bytes = 0
                var count = 0
                for request in state.requests {
                    guard count == 0 || bytes + request.byteCount <= groupByteCount else { break }
                    bytes += request.byteCount
                    count += 1
                }
                group.append(contentsOf: state.requests[..<count])
                state.requests.removeFirst(count)
                if isTimed { state.transferArrival(of: group, to: 0) }
            }
            state.waitingByteCount -= bytes
            state.byteCount -= bytes
            state.isArrivalDue = isTimed
            state.loneGroups = group.count == 1 ? state.loneGroups + 1 : min(state.loneGroups, 0)
            hasRoomWaiters = !state.roomWaiters.isEmpty
            return true
        }
        if hasRoomWaiters { wakeRoomWaiters() }
        return isTaken
    }

    func wakeRoomWaiters() {
        while true {
            let continuation = state.withLock { state -> CheckedContinuation<Void, any Error>? in
                guard let first = state.roomWaiters.first, reserve(first.byteCount, in: &state) else { return nil }
                let seeker = state.roomWaiters.removeFirst()
                defer { seeker.continuation = nil }
                return seeker.continuation
            }
            guard let continuation else { return }
            continuation.resume()
        }
    }

    // MARK: The end

    /// Fails all waiting requests; later ones are accepted.
    func refuse(_ error: EventStoreError) {
        end(error) { _ in }
    }

    /// Fails all waiting and later requests.
    func stop(_ failure: EventStoreError) {
        end(failure) { $0.failure = failure }
    }

    /// Fails all waiting and later requests with `closed`; the writer ends when it has completed those it took.
    func close() {
        end(.storeClosed) { $0.isClosed = true }
    }

    private func end(_ error: EventStoreError, _ mark: (inout State) -> Void) {
        var requests: [AppendRequest] = []
        var waiters: [CheckedContinuation<Void, any Error>] = []
        state.withLock { state in
            mark(&state)
            swap(&requests, &state.requests)
            state.byteCount -= state.waitingByteCount
            state.waitingByteCount = 0
            waiters = state.roomWaiters.compactMap(\.continuation)
            for seeker in state.roomWaiters { seeker.continuation = nil }
            state.roomWaiters = []
        }
        state.broadcast()
        for request in requests {
            request.answer = .refused(error)
            request.resume()
        }
        for continuation in waiters { continuation.resume(throwing: error) }
    }
}
