import DomainKit
import LMDB
import Nacre

/// Judges the requests of a group and writes those that hold, on the writer thread alone.
///
/// Nothing here is remembered as done before the transaction is committed: ``forget()`` takes a failed one back.
struct GroupWriter {
    let lookup: EventLookup
    let header: StoreHeader
    let timeSource: any TimeSource
    let pageSize: Int

    var heads = StreamHeads()
    var end = LogEnd.unknown
    /// The last transaction that is known to be on the disk.
    var safeTransaction: UInt64 = 0
    var plan = BlockPlan()
    var planned: [PlannedRecord] = []
    var pending = PendingEvents()
    var blockSerial: UInt64 = 0
    var made = MadeEventID()
    private var groupIDs: Set<EventID> = []
    var slots: [Int] = []

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
    /// - Returns: An answer for each request that was judged, and what the log gains.
    /// - Throws: What keeps the whole group from being written.
    mutating func write(
        _ requests: ArraySlice<AppendRequest>, in transaction: borrowing WriteTransaction
    ) throws -> GroupOutcome {
        try followOtherProcesses(in: transaction)
        planned.removeAll(keepingCapacity: true)
        pending.removeAll()
        groupIDs.removeAll(keepingCapacity: true)
        heads.makeRoom(for: requests.reduce(0) { $0 + $1.prepared.streams.count })
        var outcome = GroupOutcome()
        outcome.answers.reserveCapacity(requests.count)
        var head = end.head
        for request in requests {
            let prepared = request.prepared
            if !prepared.ids.isEmpty {
                guard groupIDs.isDisjoint(with: prepared.ids) else { break }
                groupIDs.formUnion(prepared.ids)
            }
            do {
                if let repeated = try recorded(prepared, in: transaction) {
                    outcome.answers.append(.success(repeated))
                    continue
                }
                try judge(request, among: requests, in: transaction)
            } catch let error as EventStoreError where error.outcome == .notWritten || error.code == .damaged {
                // What this request asks for cannot be; the others do not suffer for it.
                outcome.answers.append(.failure(error.notWritten))
                continue
            } catch let outdated as OutdatedConditions {
                outcome.answers.append(.failure(outdated))
                continue
            }
            let first = head + 1
            for index in prepared.records.indices {
                let slot = slots[Int(prepared.records[index].stream)]
                planned.append(
                    PlannedRecord(
                        commit: Int32(outcome.answers.count), record: Int32(index), slot: Int32(slot),
                        version: heads.advance(slot)))
            }
            head += UInt64(prepared.records.count)
            outcome.answers.append(
                .success(
                    AppendResult(
                        firstPosition: first, lastPosition: head,
                        streams: (0..<prepared.writtenStreams).map {
                            AppendResult.StreamState(
                                stream: prepared.streams[$0].key.name, version: heads.version(of: slots[$0]))
                        })))
            outcome.commits += 1
            outcome.events += prepared.records.count
        }
        if !planned.isEmpty { outcome.postings = try putBlocks(requests, in: transaction) }
        heads.makeRoom(for: 0)
        return outcome
    }

    /// Forgets all that it knows of the log, after a transaction that was not committed: the next one looks anew.
    mutating func forget() {
        heads.removeAll()
        end = .unknown
    }

    /// Notices what other processes have appended since the last group.
    private mutating func followOtherProcesses(in transaction: borrowing WriteTransaction) throws {
        var log = try LogSnapshot(in: transaction)
        guard try log.lastKey() != end.lastKey else { return }
        // Versions may have moved in any stream: ask the index and the tail again.
        heads.removeAll()
        end = try LogEnd(&log, header: header)
    }
}
