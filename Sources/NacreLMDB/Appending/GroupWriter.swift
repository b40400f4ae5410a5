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

    private var heads = StreamHeads()
    private var end = LogEnd.unknown
    private var plan = BlockPlan()
    private var planned: [PlannedRecord] = []
    private var blockSerial: UInt64 = 0
    private var made = MadeEventID()
    private var groupIDs: Set<EventID> = []
    private var slots: [Int] = []

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
                try judge(prepared, in: transaction)
            } catch let error as EventStoreError where error.outcome == .notWritten || error.code == .damaged {
                // What this request asks for cannot be; the others do not suffer for it.
                outcome.answers.append(.failure(error.notWritten))
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
        return outcome
    }

    /// Forgets all that it knows of the log, after a transaction that was not committed: the next one looks anew.
    mutating func forget() {
        heads.removeAll()
        end = .unknown
    }

    // MARK: Judging

    /// Notices what other processes have appended since the last group.
    private mutating func followOtherProcesses(in transaction: borrowing WriteTransaction) throws {
        var log = try LogSnapshot(in: transaction)
        guard try log.lastKey() != end.lastKey else { return }
        // Versions may have moved in any stream: ask the index and the tail again.
        heads.removeAll()
        end = try LogEnd(&log, header: header)
    }

    /// Judges the expectations and checks of a commit, leaving the slots of its streams in `slots`.
    private mutating func judge(_ prepared: PreparedCommit, in transaction: borrowing WriteTransaction) throws {
        slots.removeAll(keepingCapacity: true)
        var violations: [Violation] = []
        for stream in prepared.streams {
            let slot = try self.slot(of: stream.key, in: transaction)
            slots.append(slot)
            let actual = heads.version(of: slot)
            guard !stream.expectation.holds(at: actual) else { continue }
            violations.append(
                stream.isChecked
                    ? .check(stream: stream.key.name, expected: stream.expectation, actual: actual)
                    : .expectation(stream: stream.key.name, expected: stream.expectation, actual: actual))
        }
        guard violations.isEmpty else { throw EventStoreError.conflict(violations) }
    }

    private mutating func slot(of key: StreamKey, in transaction: borrowing WriteTransaction) throws -> Int {
        if let slot = heads.slot(of: key) { return slot }
        var log = try LogSnapshot(in: transaction)
        let head = end.head
        let version = try lookup.look(in: &log, head: head) { (snapshot, log) in
            try lookup.version(of: key, upTo: head, in: snapshot, log: &log)
        }
        return heads.insert(key, version: version)
    }

    /// The answer for a commit whose events are all recorded already; `nil` where none is.
    ///
    /// - Throws: `idempotencyMismatch` where some are, or one is recorded otherwise.
    private mutating func recorded(
        _ prepared: PreparedCommit, in transaction: borrowing WriteTransaction
    ) throws -> AppendResult? {
        guard !prepared.ids.isEmpty, end.head > 0 else { return nil }
        var log = try LogSnapshot(in: transaction)
        let head = end.head
        return try lookup.look(in: &log, head: head) { (snapshot, log) in
            var repetition = Repetition(of: prepared)
            for index in prepared.ids.indices {
                let record = try lookup.record(withID: prepared.ids[index], upTo: head, in: snapshot, log: &log)
                repetition.note(record, for: index)
            }
            return try repetition.answer()
        }
    }

    // MARK: Writing

    private mutating func putBlocks(
        _ requests: ArraySlice<AppendRequest>, in transaction: borrowing WriteTransaction
    ) throws -> TailPostings {
        var postings = TailPostings(
            after: end.head,
            end: Checkpoint(storeID: header.id, position: end.head, fingerprint: end.checksum))
        postings.streams.reserveCapacity(planned.count)
        let recordedAt = max(end.recordedAt, timeSource.now().nanosecondsSince1970)
        let largest = LogFormat.largestBlock(pageSize: pageSize)
        var next = 0
        while next < planned.count {
            beginBlock()
            while next < planned.count, place(next, requests, largest: largest) { next += 1 }
            if next == planned.count {
                let kept = plan.economicalCount(pageSize: pageSize)
                if kept < plan.entries.count {
                    // The rest is planned again, in a block of its own.
                    next -= plan.entries.count - kept
                    let last = next
                    beginBlock()
                    for index in (last - kept)..<last { _ = place(index, requests, largest: largest) }
                }
            }
            try putBlock(requests, recordedAt: recordedAt, postings: &postings, in: transaction)
        }
        return postings
    }

    private mutating func beginBlock() {
        plan.removeAll()
        blockSerial += 1
    }

    /// Takes a record into the block, where there is room.
    private mutating func place(_ index: Int, _ requests: ArraySlice<AppendRequest>, largest: Int) -> Bool {
        let record = planned[index]
        let prepared = requests[requests.startIndex + Int(record.commit)].prepared
        let place = prepared.records[Int(record.record)]
        let slot = Int(record.slot)
        let type = prepared.types[Int(place.type)]
        var growth = LogFormat.tableBytesPerEvent + place.end - prepared.start(of: Int(record.record))
        if !heads.isNamed(slot, inBlock: blockSerial) {
            growth += LogFormat.tableBytesPerName + heads.slots[slot].nameBytes
        }
        let typeIndex = plan.index(of: type)
        if typeIndex == nil { growth += LogFormat.tableBytesPerName + type.type.text.utf8.count }
        guard plan.isEmpty || plan.byteCount + growth <= largest else { return false }
        let stream = heads.place(slot, inBlock: blockSerial, next: plan.streams.count)
        if stream.isNew { plan.streams.append(slot) }
        if typeIndex == nil { plan.types.append(type) }
        plan.append(
            planned: index, stream: stream.index, type: UInt16(typeIndex ?? plan.types.count - 1), growth: growth)
        return true
    }

    private mutating func putBlock(
        _ requests: ArraySlice<AppendRequest>, recordedAt: Int64, postings: inout TailPostings,
        in transaction: borrowing WriteTransaction
    ) throws {
        let blockHeader = BlockHeader(
            count: plan.entries.count, byteCount: plan.byteCount, firstPosition: end.head + 1, recordedAt: recordedAt,
            previousChecksum: end.checksum, streamCount: plan.streams.count, typeCount: plan.types.count)
        let block = try PositionKey(blockHeader.firstPosition).withBytes { (key) throws(LMDBError) in
            try transaction.reserve(key: key, count: blockHeader.byteCount, appending: true)
        }
        blockHeader.store(in: block)
        var offset = storeNames(in: block, blockHeader)
        let firstRecord = offset
        let milliseconds = UInt64(max(0, recordedAt / 1_000_000))
        for (index, entry) in plan.entries.enumerated() {
            let record = planned[entry.planned]
            let prepared = requests[requests.startIndex + Int(record.commit)].prepared
            let start = prepared.start(of: Int(record.record))
            let count = prepared.records[Int(record.record)].end - start
            let target = UnsafeMutableRawBufferPointer(rebasing: block[offset..<(offset + count)])
            prepared.bytes.withUnsafeBytes { target.copyMemory(from: $0.part(from: start, to: start + count)) }
            target.store(entry.stream, at: 2)
            target.store(entry.type, at: 4)
            target.store(record.version, at: 8)
            let position = blockHeader.firstPosition + UInt64(index)
            let id: EventID
            if prepared.ids.isEmpty {
                id = made.next(position: position, milliseconds: milliseconds)
                id.store(at: 24, in: target)
            } else {
                id = prepared.ids[Int(record.record)]
            }
            block.store(Checksum.of(UnsafeRawBufferPointer(target)), at: blockHeader.checksumsOffset + 8 * index)
            block.store(UInt32(offset), at: blockHeader.recordOffsetsOffset + 4 * index)
            postings.add(stream: heads.slots[Int(record.slot)].key.hash, id: id, at: position)
            offset += count
        }
        let checksum = BlockHeader.checksum(of: UnsafeRawBufferPointer(block), firstRecordOffset: firstRecord)
        block.store(checksum, at: 56)
        end = LogEnd(
            lastKey: blockHeader.firstPosition, head: blockHeader.lastPosition, checksum: checksum,
            recordedAt: recordedAt)
        postings.end = Checkpoint(storeID: header.id, position: end.head, fingerprint: checksum)
    }

    /// Writes the names and their offsets.
    ///
    /// - Returns: The offset behind the names, where the first record begins.
    private func storeNames(in block: UnsafeMutableRawBufferPointer, _ blockHeader: BlockHeader) -> Int {
        var offset = blockHeader.namesOffset
        func store(_ name: String, offsetAt place: Int) {
            var name = name
            name.withUTF8 { bytes in
                block.store(UInt32(offset), at: place)
                block.copy(UnsafeRawBufferPointer(bytes), at: offset)
                offset += bytes.count
            }
        }
        for (index, slot) in plan.streams.enumerated() {
            store(
                heads.slots[slot].key.name.text,
                offsetAt: blockHeader.streamOffsetsOffset + LogFormat.tableBytesPerName * index)
        }
        for (index, type) in plan.types.enumerated() {
            store(type.type.text, offsetAt: blockHeader.typeOffsetsOffset + LogFormat.tableBytesPerName * index)
        }
        return offset
    }
}
