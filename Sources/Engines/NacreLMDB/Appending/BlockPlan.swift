/// The records and names of one block while it is being packed.
struct BlockPlan {
    struct Entry {
        let planned: Int
        let stream: UInt16
        let type: UInt16
        /// The size of the block up to and including this record.
        let byteCount: Int
    }

    var entries: [Entry] = []
    /// The slots of the block's streams, in the order of their names in the block.
    var streams: [Int] = []
    /// The numbers of the block's types, in the order of their names in the block.
    var types: [Int] = []
    private(set) var byteCount = BlockLayout.headerBytes

    var isEmpty: Bool { entries.isEmpty }

    mutating func removeAll() {
        entries.removeAll(keepingCapacity: true)
        streams.removeAll(keepingCapacity: true)
        types.removeAll(keepingCapacity: true)
        byteCount = BlockLayout.headerBytes
    }

    /// Adds a record whose names are in the block; `growth` is the number of bytes that it adds to the block.
    mutating func append(planned: Int, stream: UInt16, type: UInt16, growth: Int) {
        byteCount += growth
        entries.append(Entry(planned: planned, stream: stream, type: type, byteCount: byteCount))
    }

    /// Where to cut the last block of a group so that little of its last page is wasted.
    ///
    /// LMDB stores a value larger than half a page in whole overflow pages. If less than half of the last page would be
    /// used, the records on it go into a block of their own, which fits a leaf page.
    ///
    /// - Returns: The number of records to keep; fewer than all only if cutting saves space.
    func economicalCount(pageSize: Int) -> Int {
        // FMT-04: Blocks are cut to whole LMDB pages.
        let pages = (byteCount + LogFormat.pageHeaderBytes + pageSize - 1) / pageSize
        let unused = pages * pageSize - LogFormat.pageHeaderBytes - byteCount
        guard pages > 1, unused > pageSize / 2 else { return entries.count }
        let target = (pages - 1) * pageSize - LogFormat.pageHeaderBytes
        let kept = entries.lastIndex { $0.byteCount <= target }.map { $0 + 1 } ?? 0
        // The remaining records must fit a leaf page together with a header and, at worst, all their names.
        guard kept > 0, byteCount - entries[kept - 1].byteCount < pageSize / 4 else { return entries.count }
        return kept
    }
}
