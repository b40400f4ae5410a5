import DomainKit
import LMDB
import Nacre

/// Evaluates the requests of a group and writes the accepted ones; used by who has the writer's seat only.
///
/// After a transaction that was not committed, call ``invalidateCaches()``: the caches may then describe events that
/// are not in the log.
struct GroupWriter {
    /// How far the clock may be behind the log's last `recordedAt` before a notice: one minute, in nanoseconds.
    private static let toleratedClockLag: Int64 = 60_000_000_000

    let lookup: EventLookup
    let header: StoreHeader
    let timeSource: any TimeSource
    let pageSize: Int

    var heads = StreamHeads()
    var types = GroupTypes()
    var end = LogEnd.unknown
    /// Whether all pages that the file lists as free have been checked once.
    private var hasCheckedFreePages = false
    var synced = LastSyncedTransaction()
    var plan = BlockPlan()
    var planned: [PlannedRecord] = []
    var pending = PendingEvents()
    var blockSerial: UInt64 = 0
    var made = MadeEventID()
    private var groupIDs: Set<EventID> = []
    /// The hashes of the ids in the group's requests, request by request.
    var idHashes: [UInt64] = []
    /// Whether each of these ids may be recorded already.
    var mayBeRecorded: [Bool] = []
    /// The slots of the streams in the group's requests, request by request.
    var slots: [Int] = []
    /// Whether the clock was behind the log's last `recordedAt` at the last check.
    private var isClockBehind = false
    /// The slots of the group's streams whose versions must be read.
    var unknown: [Int] = []

    init(lookup: EventLookup, header: StoreHeader, timeSource: any TimeSource, pageSize: Int) {
        self.lookup = lookup
        self.header = header
        self.timeSource = timeSource
        self.pageSize = pageSize
    }

    /// Evaluates requests and writes the blocks of the accepted ones, without committing.
    ///
    /// Stops before a request that repeats an id of an earlier request in the group: it goes into the next group, when
    /// the earlier one is in the log.
    ///
    /// - Parameters:
    ///   - requests: The requests, in order of arrival.
    ///   - log: The log that the blocks will continue.
    ///   - sink: Receives the blocks.
    /// - Returns: The outcome: the number of judged requests, each of which has its answer, and the postings of the new
    ///   events.
    /// - Throws: Errors that keep the whole group from being written.
    mutating func write<Sink: BlockSink & ~Copyable>(
        _ requests: ArraySlice<AppendRequest>, behind log: inout LogSnapshot, to sink: borrowing Sink
    ) throws -> GroupOutcome {
        try readEndOfLog(&log)
        let requests = prefixWithoutRepeatedID(requests)
        planned.removeAll(keepingCapacity: true)
        pending.removeAll()
        types.removeAll()
        heads.makeRoom(for: requests.reduce(0) { $0 + $1.prepared.streams.count })
        try findStreams(of: requests, in: &log)
        try findIDs(of: requests, in: &log)
        var outcome = GroupOutcome()
        var head = end.head
        var firstSlot = 0
        var firstID = 0
        for request in requests {
            let prepared = request.prepared
            do {
                if let repeated = try recorded(prepared, idsFrom: firstID, in: &log) {
                    request.answer = .repeated(repeated)
                    outcome.repeatsCommits = true
                } else {
                    try judge(request, slotsFrom: firstSlot, among: requests, in: &log)
                    request.answer = plan(prepared, ofCommit: outcome.judged, slotsFrom: firstSlot, head: &head)
                    outcome.commits += 1
                    outcome.events += prepared.records.count
                }
            } catch let error as EventStoreError {
                // Invalid request or unreadable precondition: reject it alone. Nothing has been written yet.
                if error.code == .conflict { outcome.conflicts += 1 }
                request.answer = .refused(error.notWritten)
            } catch let outdated as OutdatedConditions {
                request.answer = .refused(outdated)
            }
            outcome.judged += 1
            firstSlot += prepared.streams.count
            firstID += prepared.ids.count
        }
        if !planned.isEmpty {
            let now = timeSource.now().nanosecondsSince1970
            outcome.clockLag = noticeClock(at: now)
            outcome.postings = try putBlocks(
                // Never decreasing along the log, even if the clock goes back: "as of" reads rely on it.
                requests, recordedAt: max(end.recordedAt, now), byteCount: &outcome.byteCount, to: sink)
        }
        heads.makeRoom(for: 0)
        return outcome
    }

    /// Compares the clock with the log's last `recordedAt`, which an earlier wrong clock may have moved into the
    /// future.
    ///
    /// - Parameter now: The clock's time.
    /// - Returns: How far the clock is behind, if it was not at the last check.
    private mutating func noticeClock(at now: Int64) -> Int64? {
        let (lag, overflow) = end.recordedAt.subtractingReportingOverflow(now)
        let isBehind = overflow ? end.recordedAt > now : lag > Self.toleratedClockLag
        defer { isClockBehind = isBehind }
        return isBehind && !isClockBehind ? (overflow ? .max : lag) : nil
    }

    /// The requests before the first one that repeats an id of an earlier request.
    ///
    /// Never empty: validation ensures that the ids within a commit differ.
    private mutating func prefixWithoutRepeatedID(_ requests: ArraySlice<AppendRequest>) -> ArraySlice<AppendRequest> {
        // APP-09: A request that repeats an id of its group starts the next group.
        groupIDs.removeAll(keepingCapacity: true)
        for index in requests.indices {
            for id in requests[index].prepared.ids where !groupIDs.insert(id).inserted { return requests[..<index] }
        }
        return requests
    }

    /// Plans the records of an accepted commit and assigns their versions.
    ///
    /// - Returns: The answer once the records are durable.
    private mutating func plan(
        _ prepared: PreparedCommit, ofCommit commit: Int, slotsFrom first: Int, head: inout Position
    ) -> AppendRequest.Answer {
        for index in prepared.records.indices {
            let record = prepared.records[index]
            let slot = slots[first + Int(record.stream)]
            planned.append(
                PlannedRecord(
                    commit: Int32(commit), record: Int32(index),
                    byteCount: Int32(record.end - prepared.start(of: index)), slot: Int32(slot),
                    type: Int32(types.number(of: prepared.types[Int(record.type)])), version: heads.advance(slot)))
        }
        head += UInt64(prepared.records.count)
        var versions = NonEmptyList(heads.version(of: slots[first]))
        for index in 1..<prepared.writtenStreams { versions.append(heads.version(of: slots[first + index])) }
        return .appended(upTo: head, versions: versions)
    }

    /// Discards all cached knowledge of the log after a transaction that was not committed.
    mutating func invalidateCaches() {
        heads.removeAll()
        end = .unknown
    }

    /// How many free pages are checked before each group: about as many as a group uses.
    private static let freePagesChecked = 64

    /// Checks that the free pages LMDB is about to reuse hold no blocks of the log.
    mutating func checkFreePages(in transaction: borrowing WriteTransaction) throws {
        do {
            try unsafe transaction.checkFreePages(
                limit: hasCheckedFreePages ? Self.freePagesChecked : nil, keyOfValue: BlockHeader.position(ofBlock:))
        } catch {
            throw EventStoreError.reading(error)
        }
        hasCheckedFreePages = true
    }

    /// Takes in what other processes have appended since the last group, and verifies the end of the log: nothing is
    /// appended after an event that cannot be read.
    private mutating func readEndOfLog(_ log: inout LogSnapshot) throws {
        // APP-13: The writer reads the log's end before each group, and rejects the group if it cannot.
        let found = try LogEnd(&log, header: header)
        guard found != end else { return }
        // The log only grows: any other end means that the disk has altered it under the open store (APP-13).
        guard end == .unknown || found.lastKey > end.lastKey else {
            throw EventStoreError.damagedBlock(at: end.lastKey, "it is missing or was replaced")
        }
        try log.countUnnumberedBlocks()
        // The version of any stream may have changed: the cache is refilled from index and tail.
        heads.removeAll()
        end = found
    }
}
