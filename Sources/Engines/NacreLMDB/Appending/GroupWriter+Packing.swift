import DomainKit
import Nacre

extension GroupWriter {
    mutating func putBlocks<Sink: BlockSink & ~Copyable>(
        _ requests: ArraySlice<AppendRequest>, recordedAt: Int64, byteCount: inout Int, to sink: borrowing Sink
    ) throws -> [TailPostings] {
        var parts: [TailPostings] = []
        var postings = postingsBehindEnd()
        postings.reserveCapacity(planned.count)
        let largest = LogFormat.maxBlockBytes(pageSize: pageSize)
        var next = 0
        while next < planned.count {
            beginBlock()
            while next < planned.count, place(next, largest: largest) { next += 1 }
            if next == planned.count {
                let kept = plan.economicalCount(pageSize: pageSize)
                if kept < plan.entries.count {
                    // The remaining records go into a block of their own.
                    next -= plan.entries.count - kept
                    let last = next
                    beginBlock()
                    for index in (last - kept)..<last { _ = place(index, largest: largest) }
                }
            }
            try putBlock(requests, recordedAt: recordedAt, postings: &postings, to: sink)
            byteCount += plan.byteCount
            if postings.count >= TailPostings.maxCount {
                parts.append(postings)
                postings = postingsBehindEnd()
            }
        }
        if postings.count > 0 { parts.append(postings) }
        return parts
    }

    private func postingsBehindEnd() -> TailPostings {
        TailPostings(
            after: end.head, end: Checkpoint(storeID: header.id, position: end.head, fingerprint: end.checksum))
    }

    private mutating func beginBlock() {
        plan.removeAll()
        blockSerial += 1
    }

    /// Adds a record to the block if there is room.
    private mutating func place(_ index: Int, largest: Int) -> Bool {
        let record = planned[index]
        let slot = Int(record.slot)
        let type = Int(record.type)
        var growth = BlockLayout.tableBytesPerEvent + Int(record.byteCount)
        if !heads.isNamed(slot, inBlock: blockSerial) {
            growth += BlockLayout.nameOffsetBytes + Int(heads.slots[slot].nameBytes)
        }
        if !types.isNamed(type, inBlock: blockSerial) {
            growth += BlockLayout.nameOffsetBytes + types.places[type].nameBytes
        }
        guard plan.isEmpty || plan.byteCount + growth <= largest else { return false }
        let streamName = heads.place(slot, inBlock: blockSerial, next: plan.streams.count)
        if streamName.isNew { plan.streams.append(slot) }
        let typeName = types.place(type, inBlock: blockSerial, next: plan.types.count)
        if typeName.isNew { plan.types.append(type) }
        plan.append(planned: index, stream: streamName.index, type: typeName.index, growth: growth)
        return true
    }

    private mutating func putBlock<Sink: BlockSink & ~Copyable>(
        _ requests: ArraySlice<AppendRequest>, recordedAt: Int64, postings: inout TailPostings,
        to sink: borrowing Sink
    ) throws {
        let blockHeader = BlockHeader(
            count: plan.entries.count, byteCount: plan.byteCount, firstPosition: end.head + 1, recordedAt: recordedAt,
            previousChecksum: end.checksum, streamCount: plan.streams.count, typeCount: plan.types.count,
            number: end.blocks + 1)
        guard blockHeader.lastPosition <= LogFormat.maxPosition else {
            throw EventStoreError.damagedBlock(
                at: end.lastKey, "no log has more than \(LogFormat.maxPosition) positions")
        }
        // The block is built in the sink's memory itself, so its bytes are copied once.
        let block = try unsafe sink.reserve(blockHeader.byteCount, at: blockHeader.firstPosition)
        unsafe blockHeader.store(in: block)
        var offset = unsafe storeNames(in: block, blockHeader)
        let firstRecord = offset
        let milliseconds = UInt64(max(0, recordedAt / 1_000_000))
        for (index, entry) in plan.entries.enumerated() {
            let record = planned[entry.planned]
            let prepared = requests[requests.startIndex + Int(record.commit)].prepared
            let start = prepared.start(of: Int(record.record))
            let count = Int(record.byteCount)
            let target = unsafe UnsafeMutableRawBufferPointer(rebasing: block[offset..<(offset + count)])
            unsafe prepared.bytes.withUnsafeBytes {
                unsafe target.copyMemory(from: $0.part(from: start, to: start + count))
            }
            unsafe target.store(entry.stream, at: RecordLayout.streamOffset)
            unsafe target.store(entry.type, at: RecordLayout.typeOffset)
            unsafe target.store(record.version, at: RecordLayout.versionOffset)
            let position = blockHeader.firstPosition + UInt64(index)
            let id: EventID
            if prepared.ids.isEmpty {
                id = made.next(position: position, milliseconds: milliseconds)
                unsafe id.store(at: RecordLayout.idOffset, in: target)
            } else {
                id = prepared.ids[Int(record.record)]
            }
            unsafe block.store(Checksum.of(UnsafeRawBufferPointer(target)), at: blockHeader.recordChecksumOffset(index))
            unsafe block.store(UInt32(offset), at: blockHeader.recordOffsetOffset(index))
            postings.add(
                stream: heads.slots[Int(record.slot)].key.hash,
                category: heads.slots[Int(record.slot)].key.categoryHash,
                type: types.places[Int(record.type)].name.hash,
                id: id, at: position)
            for tag in prepared.tags(of: Int(record.record)) { postings.add(tag: tag, at: position) }
            if !prepared.contexts.isEmpty { postings.add(prepared.contexts[Int(record.record)], at: position) }
            offset += count
        }
        let checksum = unsafe BlockHeader.checksum(of: UnsafeRawBufferPointer(block), firstRecordOffset: firstRecord)
        unsafe block.store(checksum, at: BlockLayout.checksumOffset)
        end = LogEnd(
            lastKey: blockHeader.firstPosition, head: blockHeader.lastPosition, checksum: checksum,
            recordedAt: recordedAt, blocks: blockHeader.number)
        postings.end = Checkpoint(storeID: header.id, position: end.head, fingerprint: checksum)
    }

    /// Writes the names and their offset table.
    ///
    /// - Returns: The offset after the names, where the first record begins.
    private func storeNames(in block: UnsafeMutableRawBufferPointer, _ blockHeader: BlockHeader) -> Int {
        var offset = blockHeader.namesOffset
        func store(_ name: String, offsetAt place: Int) {
            var name = name
            name.withUTF8 { bytes in
                unsafe block.store(UInt32(offset), at: place)
                unsafe block.copy(UnsafeRawBufferPointer(bytes), at: offset)
                offset += bytes.count
            }
        }
        for (index, slot) in plan.streams.enumerated() {
            store(heads.slots[slot].key.name.text, offsetAt: blockHeader.streamNameOffset(index))
        }
        for (index, type) in plan.types.enumerated() {
            store(types.places[type].name.type.text, offsetAt: blockHeader.typeNameOffset(index))
        }
        return offset
    }
}
