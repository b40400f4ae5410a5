import Nacre

/// Which parts of the ring hold frames that recovery may need, and where the next frame goes.
///
/// Frames are placed one after the other. A frame never wraps: where it does not fit before the end of the ring, it
/// goes to the beginning. Space becomes free in two steps. A frame is drained when LMDB holds it durably; its space is
/// free only when a durable control page lets walking begin behind it.
struct JournalRing {
    /// A frame between the start of walking and the head.
    struct Entry {
        let number: UInt64
        let range: Range<Int>
        /// The end of the log that the frame continues, and that of the frame.
        let before: Block.End
        let end: Block.End
    }

    /// The bytes of the file that hold frames.
    let bounds: Range<Int>
    /// The offset after the last frame.
    private(set) var head: Int
    /// The number of the next frame.
    private(set) var next: UInt64
    /// The end that the next frame continues: of the last frame, or of a later group that went to the log directly.
    private(set) var end: Block.End
    /// The frames whose space is not free, in order.
    private(set) var entries: [Entry] = []
    /// How many of them, from the first, are drained.
    private(set) var drainedCount = 0

    /// Creates an empty ring.
    init(_ control: JournalControl) {
        bounds = JournalLayout.ringOffset..<control.fileBytes
        head = control.start
        next = control.number
        end = control.before
    }

    /// The number of frames that are not drained.
    var pendingCount: Int { entries.count - drainedCount }

    /// The offset for a frame of a size; `nil` if the ring has no room for it.
    func place(for byteCount: Int) -> Int? {
        let beginning = bounds.lowerBound
        guard let tail = entries.first?.range.lowerBound else {
            if head + byteCount <= bounds.upperBound { return head }
            return beginning + byteCount <= bounds.upperBound ? beginning : nil
        }
        // Behind the frames of the beginning: up to the oldest frame. If both are equal, the ring is full.
        if head <= tail { return head + byteCount <= tail ? head : nil }
        if head + byteCount <= bounds.upperBound { return head }
        return beginning + byteCount <= tail ? beginning : nil
    }

    /// Records a frame that was written where ``place(for:)`` said.
    mutating func add(at offset: Int, byteCount: Int, before: Block.End, end: Block.End) {
        entries.append(Entry(number: next, range: offset..<(offset + byteCount), before: before, end: end))
        head = offset + byteCount
        next += 1
        self.end = end
    }

    /// Records that LMDB holds all frames up to a position durably.
    mutating func drain(upTo position: Position) {
        while drainedCount < entries.count, entries[drainedCount].end.position <= position { drainedCount += 1 }
    }

    /// Records that LMDB holds all frames, and a group that went to it directly after them, durably.
    ///
    /// - Parameter end: The end of the group.
    mutating func skip(to end: Block.End) {
        precondition(end.position > self.end.position || end == self.end, "a direct group continues the last frame")
        drainedCount = entries.count
        self.end = end
    }

    /// Where walking can begin: at the first frame that is not drained, or at the head.
    var start: (offset: Int, number: UInt64, before: Block.End) {
        guard drainedCount < entries.count else { return (head, next, end) }
        let first = entries[drainedCount]
        return (first.range.lowerBound, first.number, first.before)
    }

    /// Frees the space of the drained frames, once a durable control page has the new start.
    mutating func free() {
        entries.removeFirst(drainedCount)
        drainedCount = 0
    }
}
