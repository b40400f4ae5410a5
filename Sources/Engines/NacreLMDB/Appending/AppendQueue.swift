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

    /// Whether it is noted when requests arrive.
    let isTimed: Bool

    struct State {
        /// What waits, in the order of the tickets.
        var requests: [AppendRequest] = []
        /// The last ticket that was given out.
        var lastTicket: UInt64 = 0
        /// The bytes of the requests that wait.
        var waitingByteCount = 0
        /// The bytes that are reserved, by the requests that wait and by those that are being made ready.
        var byteCount = 0
        /// Whether the arrival of the next request is to be noted: it is the first since a group was taken.
        var isArrivalDue: Bool
        /// Tasks that wait for room, in order of arrival.
        var roomSeekers: [RoomSeeker] = []
        var isClosed = false
        var failure: EventStoreError?
    }

    final class RoomSeeker: @unchecked Sendable {
        // Sendable: the mutable fields are touched with the queue's lock held.
        let byteCount: Int
        var continuation: CheckedContinuation<Void, any Error>?
        var isCancelled = false

        init(byteCount: Int) {
            self.byteCount = byteCount
        }
    }

    let state: Monitor<State>

    init(greatestByteCount: Int = 32 << 20, groupByteCount: Int = 8 << 20, isTimed: Bool = false) {
        self.isTimed = isTimed
        state = Monitor(State(isArrivalDue: isTimed))
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

    // A request that is larger than the bound must get through too: alone.
    func reserve(_ byteCount: Int, in state: inout State) -> Bool {
        guard state.byteCount == 0 || state.byteCount + byteCount <= greatestByteCount else { return false }
        state.byteCount += byteCount
        return true
    }

    static func checkOpen(_ state: borrowing State) throws(EventStoreError) {
        if let failure = state.failure { throw failure }
        if state.isClosed { throw .storeClosed }
    }

    // MARK: The writer thread

    /// Waits for requests.
    ///
    /// - Returns: Whether there are any; `false` when the queue is closed.
    func waitForRequests() -> Bool {
        state.wait(lookingFor: Self.attention) { state in
            if !state.requests.isEmpty { return true }
            return state.isClosed || state.failure != nil ? false : nil
        }
    }

    /// Takes a group of the requests that wait.
    ///
    /// - Parameter group: Where to put the requests, in order of arrival.
    /// - Returns: Whether there are any: what waited may have been withdrawn.
    /// - Complexity: O(1) where all that waits makes one group, and nobody waits for room.
    @discardableResult
    func take(into group: inout [AppendRequest]) -> Bool {
        group.removeAll(keepingCapacity: true)
        var hasRoomSeekers = false
        let isTaken = state.withLock { state in
            guard !state.requests.isEmpty else { return false }
            var bytes = state.waitingByteCount
            if bytes <= groupByteCount {
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
                if isTimed { state.hand(arrivalOf: group, to: 0) }
            }
            state.waitingByteCount -= bytes
            state.byteCount -= bytes
            state.isArrivalDue = isTimed
            hasRoomSeekers = !state.roomSeekers.isEmpty
            return true
        }
        if hasRoomSeekers { wakeRoomSeekers() }
        return isTaken
    }

    func wakeRoomSeekers() {
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

    /// Fails what waits; what comes is taken.
    func refuse(_ error: EventStoreError) {
        end(error) { _ in }
    }

    /// Fails what waits, and all that comes.
    func stop(_ failure: EventStoreError) {
        end(failure) { $0.failure = failure }
    }

    /// Fails what waits, and all that comes, with `closed`; the writer ends when it has finished what it took.
    func close() {
        end(.storeClosed) { $0.isClosed = true }
    }

    private func end(_ error: EventStoreError, _ mark: (inout State) -> Void) {
        var requests: [AppendRequest] = []
        var seekers: [CheckedContinuation<Void, any Error>] = []
        state.withLock { state in
            mark(&state)
            swap(&requests, &state.requests)
            state.byteCount -= state.waitingByteCount
            state.waitingByteCount = 0
            seekers = state.roomSeekers.compactMap(\.continuation)
            for seeker in state.roomSeekers { seeker.continuation = nil }
            state.roomSeekers = []
        }
        state.broadcast()
        for request in requests {
            request.answer = .refused(error)
            request.resume()
        }
        for continuation in seekers { continuation.resume(throwing: error) }
    }
}
