internal import Nacre
internal import NacreLMDB

/// How far a replica has followed its log, and what waits for it.
struct ReplicaState {
    /// What a task waits for.
    enum Condition {
        /// The log's entries up to a sequence have arrived.
        case received(LogSequence)
        /// The log's entries up to a sequence are applied.
        case applied(LogSequence)
        /// There is room for entries that arrive.
        case room
        /// The replica has stopped or was closed, which ends all waiting with an error.
        case ended
    }

    struct Waiter {
        let condition: Condition
        let continuation: CheckedContinuation<Void, any Error>
        var timer: Task<Void, Never>?
    }

    /// The requests that the writer has taken.
    struct Group {
        var deadline = ContinuousClock.now
        /// The tail of the log at some time after they arrived.
        var required: LogSequence?
        /// How often another node was faster.
        var conflicts = 0
    }

    /// The bytes of received entries above which following waits.
    static let bufferByteCount = 16 << 20
    /// The bytes of received entries that are applied in one transaction.
    static let batchByteCount = 4 << 20

    /// Whether the place in the log is known, from which the replica follows.
    var isStarted = false
    /// The last entry that has arrived.
    var received = LogSequence.zero
    /// When it arrived.
    var receivedAt = ContinuousClock.now
    /// The last entry whose effect the replica has.
    var applied = LogSequence.zero
    /// The entries after `applied` that have arrived.
    private(set) var buffer: [SequencedEntry] = []
    private(set) var bufferedByteCount = 0
    /// The parts up to `applied` of a series that is not complete.
    var series = EntrySeries()
    /// The series after the entries that the writer is applying.
    var nextSeries = EntrySeries()
    /// The end of the store's log at `applied`; `nil` if no entry with events was seen yet.
    var end: Checkpoint?
    /// The tail when the store was opened.
    var openingTail = LogSequence.zero
    /// The highest tail that the log has told.
    var tail = LogSequence.zero
    /// Where the group that the writer writes stands.
    var ordered = LogSequence.zero
    var group = Group()

    /// Why the replica has stopped.
    var failure: EventStoreError?
    var isClosed = false
    var isCutOff = false
    /// Since when entries that the log has told are not applied.
    var behindSince: ContinuousClock.Instant?
    var counts = ReplicaStatus.Counts()

    var waiters: [UInt64: Waiter] = [:]
    var lastWaiter: UInt64 = 0
    /// The tasks that wait for the tail, which has not been asked for since they began.
    var tailWaiters: [UInt64: CheckedContinuation<LogSequence, any Error>] = [:]
    var isAskingTail = false
    var interrupt: (@Sendable () -> Void)?

    /// Why nothing more will happen; `nil` while the replica works.
    var ending: EventStoreError? { isClosed ? HeadWaiters.closed : failure }

    /// Whether everything that the log had at opening is applied.
    var hasCaughtUp: Bool { isStarted && applied >= openingTail }

    /// How many entries a writer may have to apply before it takes requests.
    private static let appliedBeforeWriting: UInt64 = 1_024

    /// The entry up to which appends wait for the log to be followed; `nil` if the replica is near enough.
    var distantTail: LogSequence? {
        let known = max(tail, openingTail)
        return known.number > applied.number + Self.appliedBeforeWriting ? known : nil
    }

    var hasRoom: Bool { bufferedByteCount < Self.bufferByteCount }

    /// What waiting depends on: without a change of it, no waiter need be looked at.
    struct Progress: Equatable {
        let received: LogSequence
        let applied: LogSequence
        let hasRoom: Bool
        let hasEnded: Bool
        let waiters: Int
    }

    var progress: Progress {
        Progress(
            received: received, applied: applied, hasRoom: hasRoom, hasEnded: isClosed || failure != nil,
            waiters: waiters.count)
    }

    func holds(_ condition: Condition) -> Bool {
        switch condition {
        case .received(let sequence): received >= sequence
        case .applied(let sequence): applied >= sequence
        case .room: hasRoom
        case .ended: false
        }
    }

    /// Takes in an entry.
    ///
    /// - Returns: Whether it is the next one; one that has arrived already is passed over.
    /// - Throws: ``MissingEntries`` if there are others before it.
    mutating func receive(_ entry: SequencedEntry) throws(MissingEntries) -> Bool {
        guard entry.sequence > received else {
            counts.repeatedEntries += 1
            return false
        }
        guard entry.sequence == received.next else { throw MissingEntries() }
        received = entry.sequence
        receivedAt = .now
        tail = max(tail, received)
        buffer.append(entry)
        bufferedByteCount += entry.bytes.count
        return true
    }

    /// An entry that has arrived and is not applied.
    func buffered(at sequence: LogSequence) -> SequencedEntry? {
        guard let first = buffer.first, sequence >= first.sequence else { return nil }
        let index = sequence.number - first.sequence.number
        return index < UInt64(buffer.count) ? buffer[Int(index)] : nil
    }

    /// The next entries to apply together.
    var batch: ArraySlice<SequencedEntry> {
        var byteCount = 0
        let count = buffer.prefix { entry in
            defer { byteCount += entry.bytes.count }
            return byteCount < Self.batchByteCount
        }.count
        return buffer[..<count]
    }

    /// Marks the entries up to a sequence as applied.
    mutating func apply(upTo sequence: LogSequence) {
        applied = max(applied, sequence)
        received = max(received, applied)
        tail = max(tail, applied)
        let count = buffer.prefix { $0.sequence <= applied }.count
        bufferedByteCount -= buffer[..<count].reduce(0) { $0 + $1.bytes.count }
        buffer.removeFirst(count)
        if applied >= tail { behindSince = nil }
    }

    /// Notes a tail that the log has told.
    mutating func note(tail told: LogSequence) {
        tail = max(tail, told)
        if tail > applied, behindSince == nil { behindSince = .now }
    }

    /// Removes the waiters whose condition holds, or all if the replica has ended.
    mutating func takeReady() -> [(Waiter, EventStoreError?)] {
        let ending = ending
        var ready: [(Waiter, EventStoreError?)] = []
        for (number, waiter) in waiters {
            let holds = holds(waiter.condition)
            guard holds || ending != nil else { continue }
            waiters[number] = nil
            ready.append((waiter, holds ? nil : ending))
        }
        return ready
    }
}

/// Entries came out of order: the stream of the log must begin again.
struct MissingEntries: Error {}
