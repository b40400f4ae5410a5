import Nacre

/// A hash table from hashes to the rows of a ``PostingColumn``, with open addressing.
///
/// The rows of a hash are contiguous and ascending, however many there are. The table catches up with its column on
/// demand: a column without lookups costs nothing.
struct PostingTable {
    /// The place of a hash, which its first row identifies; free if the count is 0.
    private struct Slot {
        /// The only row, or the start of the rows in `rows`.
        var start: UInt32 = 0
        var count: UInt32 = 0
    }

    /// The number of hashes whose slots are prefetched together.
    private static let slotsAtOnce = 64

    private var slots: [Slot] = []
    /// The rows of hashes with several, each with a capacity that is a power of two.
    private var rows: [UInt32] = []
    private var used = 0
    private var followed = 0
    private let seed = HashSlotSeed()

    /// Takes in the new postings of the column.
    ///
    /// - Complexity: Amortised O(1) for each posting.
    mutating func follow(_ column: PostingColumn) {
        // IDX-10: The tail appends columns, and builds its hash table at the first lookup.
        guard followed < column.count else { return }
        unsafe column.hashes.withUnsafeBufferPointer { hashes in
            while followed < hashes.count {
                if (used + 1) * 8 > slots.count * 7 { unsafe grow(hashes) }
                unsafe insert(UInt32(followed), hashes)
                followed += 1
            }
        }
    }

    /// Runs a body on the row numbers of a hash; the table must have caught up with the column.
    func withRows<Result>(
        of hash: UInt64, in column: PostingColumn, _ body: (UnsafeBufferPointer<UInt32>) -> Result
    ) -> Result {
        guard !slots.isEmpty else { return unsafe body(UnsafeBufferPointer(start: nil, count: 0)) }
        let slot = unsafe column.hashes.withUnsafeBufferPointer { unsafe slots[place(of: hash, $0)] }
        switch slot.count {
        case 0: return unsafe body(UnsafeBufferPointer(start: nil, count: 0))
        case 1:
            return unsafe withUnsafePointer(to: slot.start) { unsafe body(UnsafeBufferPointer(start: $0, count: 1)) }
        default:
            return unsafe rows.withUnsafeBufferPointer {
                unsafe body(UnsafeBufferPointer(rebasing: $0[Int(slot.start)..<Int(slot.start + slot.count)]))
            }
        }
    }

    /// Marks those of many hashes that the column has; the table must have caught up with it.
    ///
    /// Prefetches the slots of several hashes before it reads the first, so that their cache misses overlap.
    func mark(_ sought: [UInt64], in column: PostingColumn, _ marks: inout [Bool]) {
        guard !slots.isEmpty else { return }
        unsafe slots.withUnsafeBufferPointer { slots in
            unsafe column.hashes.withUnsafeBufferPointer { hashes in
                for start in stride(from: 0, to: sought.count, by: Self.slotsAtOnce) {
                    let part = start..<min(start + Self.slotsAtOnce, sought.count)
                    for index in part {
                        if let slots = slots.baseAddress { unsafe prefetch(slots + firstPlace(of: sought[index])) }
                    }
                    for index in part where !marks[index] {
                        marks[index] = unsafe slots[place(of: sought[index], hashes)].count > 0
                    }
                }
            }
        }
    }

    /// The slot of a hash, or the free slot where it would go.
    @inline(__always)
    private func place(of hash: UInt64, _ hashes: UnsafeBufferPointer<UInt64>) -> Int {
        let mask = slots.count - 1
        var place = firstPlace(of: hash)
        while true {
            let slot = slots[place]
            guard slot.count > 0 else { return place }
            let row = slot.count == 1 ? slot.start : rows[Int(slot.start)]
            if unsafe hashes[Int(row)] == hash { return place }
            place = (place + 1) & mask
        }
    }

    /// The number of slots that a search for a hash visits; the table must have caught up with the column.
    func searchLength(of hash: UInt64, in column: PostingColumn) -> Int {
        let place = unsafe column.hashes.withUnsafeBufferPointer { (hashes) in unsafe self.place(of: hash, hashes) }
        return ((place - firstPlace(of: hash)) & (slots.count - 1)) + 1
    }

    /// The slot at which the search for a hash begins.
    @inline(__always)
    private func firstPlace(of hash: UInt64) -> Int {
        seed.place(of: hash, among: slots.count)
    }

    private mutating func insert(_ row: UInt32, _ hashes: UnsafeBufferPointer<UInt64>) {
        let place = unsafe place(of: hashes[Int(row)], hashes)
        let slot = slots[place]
        switch slot.count {
        case 0:
            slots[place] = Slot(start: row, count: 1)
            used += 1
        case 1:
            slots[place] = Slot(start: UInt32(rows.count), count: 2)
            rows.append(slot.start)
            rows.append(row)
        case let count where count.nonzeroBitCount == 1:
            // The capacity is exhausted: move to twice the size.
            let start = rows.count
            for index in Int(slot.start)..<Int(slot.start + count) { rows.append(rows[index]) }
            rows.append(row)
            for _ in 1..<Int(count) { rows.append(0) }
            slots[place] = Slot(start: UInt32(start), count: count + 1)
        case let count:
            rows[Int(slot.start + count)] = row
            slots[place].count = count + 1
        }
    }

    private mutating func grow(_ hashes: UnsafeBufferPointer<UInt64>) {
        let old = slots
        slots = [Slot](repeating: Slot(), count: max(16, old.count * 2))
        for slot in old where slot.count > 0 {
            let row = slot.count == 1 ? slot.start : rows[Int(slot.start)]
            unsafe slots[place(of: hashes[Int(row)], hashes)] = slot
        }
    }
}
