/// The records of one block, with the names that it needs, before its size is final.
struct BlockPlan {
    struct Entry {
        let planned: Int
        let stream: UInt16
        let type: UInt16
        /// The size of the block up to and with this record.
        let byteCount: Int
    }

    var entries: [Entry] = []
    /// Slots of the streams, in the order of their names in the block.
    var streams: [Int] = []
    /// Numbers of the types, likewise.
    var types: [Int] = []
    private(set) var byteCount = LogFormat.blockHeaderBytes

    var isEmpty: Bool { entries.isEmpty }

    mutating func removeAll() {
        entries.removeAll(keepingCapacity: true)
        streams.removeAll(keepingCapacity: true)
        types.removeAll(keepingCapacity: true)
        byteCount = LogFormat.blockHeaderBytes
    }

    /// Adds a record whose names are in the block, with the bytes that it makes the block grow by.
    mutating func append(planned: Int, stream: UInt16, type: UInt16, growth: Int) {
        byteCount += growth
        entries.append(Entry(planned: planned, stream: stream, type: type, byteCount: byteCount))
    }

    /// Where to cut the last block of a group, so that it wastes little of its last page.
    ///
    /// A value of more than half a page takes whole pages. Where less than half of the last one would be used, the
    /// records on it go into a block of their own, which lies in a leaf.
    ///
    /// - Returns: The number of records to keep, less than all of them only where cutting pays.
    func economicalCount(pageSize: Int) -> Int {
        let pages = (byteCount + LogFormat.pageHeaderBytes + pageSize - 1) / pageSize
        let unused = pages * pageSize - LogFormat.pageHeaderBytes - byteCount
        guard pages > 1, unused > pageSize / 2 else { return entries.count }
        let target = (pages - 1) * pageSize - LogFormat.pageHeaderBytes
        let kept = entries.lastIndex { $0.byteCount <= target }.map { $0 + 1 } ?? 0
        // The records left over must fit a leaf with a header and, at worst, all their names again.
        guard kept > 0, byteCount - entries[kept - 1].byteCount < pageSize / 4 else { return entries.count }
        return kept
    }
}
