import DomainKit
import LMDB
import Nacre

/// Judges the requests of a group and writes those that hold, on the writer thread alone.
///
/// Nothing here is remembered as done before the transaction is committed: ``forget()`` takes a failed one back.
struct GroupWriter {
    /// How far a clock may be behind the log's last `recordedAt` without a word: one minute, in nanoseconds.
    private static let toleratedClockLag: Int64 = 60_000_000_000

    let lookup: EventLookup
    let header: StoreHeader
    let timeSource: any TimeSource
    let pageSize: Int

    var heads = StreamHeads()
    var types = GroupTypes()
    var end = LogEnd.unknown
    /// Whether all pages that the file lists as free have been looked at once.
    private var hasCheckedFreePages = false
    var synced = SyncedTransaction()
    var plan = BlockPlan()
    var planned: [PlannedRecord] = []
    var pending = PendingEvents()
    var blockSerial: UInt64 = 0
    var made = MadeEventID()
    private var groupIDs: Set<EventID> = []
    /// The hashes of the ids that the group's requests give, one request's behind the other's.
    var idHashes: [UInt64] = []
    /// Whether each of them may be recorded already.
    var mayBeRecorded: [Bool] = []
    /// The slots of the streams of each request, one request's behind the other's.
    var slots: [Int] = []
    /// Whether the clock was behind the log's last `recordedAt` when it was last looked at.
    private var isClockBehind = false
    /// Slots of the group's streams whose versions are to be learnt.
    var unknown: [Int] = []

    init(lookup: EventLookup, header: StoreHeader, timeSource: any TimeSource, pageSize: Int) {
        self.lookup = lookup
        self.header = header
        self.timeSource = timeSource
        self.pageSize = pageSize
    }

    /// Judges requests and puts the blocks of those that hold, without committing.
    ///
    /// It stops before a request that gives an id which a request before it in the group gives too: that one is judged
    /// in a group of its own, when the first is in the log.
    ///
    /// - Parameters:
    ///   - requests: The requests, in order of arrival.
    ///   - transaction: The write transaction of the log.
    /// - Returns: How many requests were judged, each of which has its answer, and what the log gains.
    /// - Throws: What keeps the whole group from being written.
    mutating func write(
        _ requests: ArraySlice<AppendRequest>, in transaction: borrowing WriteTransaction
    ) throws -> GroupOutcome {
        try checkFreePages(in: transaction)
        try followOtherProcesses(in: transaction)
        let requests = untilRepeatedID(requests)
        planned.removeAll(keepingCapacity: true)
        pending.removeAll()
        types.removeAll()
        heads.makeRoom(for: requests.reduce(0) { $0 + $1.prepared.streams.count })
        try findStreams(of: requests, in: transaction)
        try findIDs(of: requests, in: transaction)
        var outcome = GroupOutcome()
        var head = end.head
        var firstSlot = 0
        var firstID = 0
        for request in requests {
            let prepared = request.prepared
            do {
                if let repeated = try recorded(prepared, idsFrom: firstID, in: transaction) {
                    request.answer = .repeated(repeated)
                    outcome.repeatsCommits = true
                } else {
                    try judge(request, slotsFrom: firstSlot, among: requests, in: transaction)
                    request.answer = plan(prepared, ofCommit: outcome.judged, slotsFrom: firstSlot, head: &head)
                    outcome.commits += 1
                    outcome.events += prepared.records.count
                }
            } catch let error as EventStoreError {
                // What this request asks for cannot be, or what it is judged by not be read; the others do not suffer for
                // it, nor has anything been written.
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
                requests, recordedAt: max(end.recordedAt, now), byteCount: &outcome.byteCount, in: transaction)
        }
        heads.makeRoom(for: 0)
        return outcome
    }

    /// Looks whether the clock is behind the log: a clock that was wrong once has pinned what is recorded since.
    ///
    /// - Parameter now: What it says.
    /// - Returns: How far it is behind, where it was not when it was last looked at.
    private mutating func noticeClock(at now: Int64) -> Int64? {
        let (lag, overflow) = end.recordedAt.subtractingReportingOverflow(now)
        let isBehind = overflow ? end.recordedAt > now : lag > Self.toleratedClockLag
        defer { isClockBehind = isBehind }
        return isBehind && !isClockBehind ? (overflow ? .max : lag) : nil
    }

    /// The requests before the first that gives an id which one before it gives too; the first one is among them, as
    /// validation has seen to it that the ids of a commit differ.
    private mutating func untilRepeatedID(_ requests: ArraySlice<AppendRequest>) -> ArraySlice<AppendRequest> {
        groupIDs.removeAll(keepingCapacity: true)
        for index in requests.indices {
            for id in requests[index].prepared.ids where !groupIDs.insert(id).inserted { return requests[..<index] }
        }
        return requests
    }

    /// Plans the records of a commit that holds, and counts them.
    ///
    /// - Returns: What to answer when they are durable.
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

    /// Forgets all that it knows of the log, after a transaction that was not committed: the next one looks anew.
    mutating func forget() {
        heads.removeAll()
        end = .unknown
    }

    /// How many of the pages that are listed as free are looked at before each group: about what it takes of them.
    private static let freePagesLookedAt = 64

    /// Looks whether LMDB would write over events.
    private mutating func checkFreePages(in transaction: borrowing WriteTransaction) throws {
        do {
            try transaction.checkFreePages(
                limit: hasCheckedFreePages ? Self.freePagesLookedAt : nil, keyOfValue: BlockHeader.position(ofBlock:))
        } catch {
            throw EventStoreError.reading(error)
        }
        hasCheckedFreePages = true
    }

    /// Notices what other processes have appended since the last group, and what the disk has made of the end: nothing
    /// is appended behind an event that cannot be read.
    private mutating func followOtherProcesses(in transaction: borrowing WriteTransaction) throws {
        var log = try LogSnapshot(in: transaction)
        let found = try LogEnd(&log, header: header)
        guard found != end else { return }
        guard end == .unknown || found.lastKey > end.lastKey else {
            throw EventStoreError.damagedBlock(at: end.lastKey, "it is not there any more, or another one in its place")
        }
        try log.countUnnumberedBlocks()
        // Versions may have moved in any stream: ask the index and the tail again.
        heads.removeAll()
        end = found
    }
}
