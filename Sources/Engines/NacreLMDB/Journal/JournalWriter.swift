import Nacre

/// Writes frames to the journal: one write for each group, and the control page where space must be freed.
///
/// One thread at a time uses it, and one frame is written at a time: recovery concludes from a frame that the one
/// before it was acknowledged.
struct JournalWriter: ~Copyable {
    let journal: JournalFile
    /// The control page as it is on disk.
    private(set) var control: JournalControl
    private(set) var ring: JournalRing
    private let page: AlignedBuffer
    /// The error of the write that failed; nothing is written after it.
    private(set) var failure: EventStoreError?

    /// Begins an opening: writes a new nonce durably, after which no earlier frame is believed.
    ///
    /// LMDB must hold all frames that ``JournalReader`` found, durably.
    ///
    /// - Parameters:
    ///   - journal: The journal, open for writing.
    ///   - walk: What the journal held when it was opened.
    ///   - end: The end of the log.
    /// - Throws: `damaged` or `eventsLost` if the journal is damaged; `damaged` if LMDB lacks frames; `inputOutput` or
    ///   `diskFull`.
    init(_ journal: JournalFile, after walk: JournalWalk, continuing end: Block.End) throws(EventStoreError) {
        if let damage = walk.damage { throw damage }
        guard end.position > walk.end.position || end == walk.end else {
            throw .damagedJournal(
                journal.path, "the log ends at position \(end.position), but the last frame at \(walk.end.position)",
                position: end.position + 1)
        }
        var control = walk.control
        control.writeCount += 1
        control.nonce = JournalControl.makeNonce(otherThan: control.nonce)
        control.start = JournalLayout.ringOffset
        // Numbers go on, past that of a torn frame.
        control.number = walk.newest + 1
        control.before = end
        let page = AlignedBuffer(pageCount: 1)
        try journal.write(control, with: page)
        self.page = page
        self.journal = journal
        self.control = control
        ring = JournalRing(control)
    }

    /// Writes a frame durably.
    ///
    /// - Parameter frame: The blocks of a group, which continue the log.
    /// - Returns: The number of the frame; `nil` if the ring has no room for it before more frames are drained. Nothing
    ///   was written then.
    /// - Throws: `damaged` if the blocks do not continue the log; `inputOutput` or `diskFull` if the disk fails, with
    ///   outcome `unknown` if the frame may be on disk. After a failure of the disk every later call fails, too: what
    ///   the failed write has left is decided when the journal is opened again.
    mutating func write(_ frame: inout FrameBuffer) throws(EventStoreError) -> UInt64? {
        try checkUsable()
        try check(frame)
        let byteCount = frame.pageCount * JournalLayout.pageBytes
        guard let offset = try place(for: byteCount) else { return nil }
        let pages = unsafe frame.seal(storeID: control.storeID, nonce: control.nonce, number: ring.next)
        do throws(EventStoreError) {
            try unsafe journal.file.write(pages, at: offset)
        } catch {
            failure = error
            throw error
        }
        let number = ring.next
        ring.add(at: offset, byteCount: byteCount, before: frame.before, end: frame.end)
        return number
    }

    /// Records that LMDB holds all frames up to a number durably, which its own commit has reported.
    mutating func drain(through number: UInt64) { ring.drain(through: number) }

    /// Writes the control page, so that walking begins behind the drained frames, and frees their space.
    ///
    /// - Throws: `inputOutput` or `diskFull`, after which nothing more is written.
    mutating func advanceStart() throws(EventStoreError) {
        try checkUsable()
        guard ring.drainedCount > 0 else { return }
        let start = ring.start
        control.writeCount += 1
        control.start = start.offset
        control.number = start.number
        control.before = start.before
        do throws(EventStoreError) {
            try journal.write(control, with: page)
        } catch {
            failure = error
            // The frame that needed the space was not written.
            throw error.notWritten
        }
        ring.free()
    }

    /// The offset for a frame, after freeing space if there is no room.
    private mutating func place(for byteCount: Int) throws(EventStoreError) -> Int? {
        if let offset = ring.place(for: byteCount) { return offset }
        guard ring.drainedCount > 0 else { return nil }
        try advanceStart()
        return ring.place(for: byteCount)
    }

    /// Refuses a frame that recovery would refuse, before it is acknowledged.
    ///
    /// A group may go to LMDB directly between two frames, so positions may be missing.
    private func check(_ frame: borrowing FrameBuffer) throws(EventStoreError) {
        let (before, end) = (frame.before, ring.end)
        guard before.position > end.position || before == end else {
            throw EventStoreError.damagedJournal(
                journal.path, "a frame that continues position \(before.position) cannot follow \(end.position)",
                position: end.position + 1
            ).notWritten
        }
    }

    private func checkUsable() throws(EventStoreError) {
        if let failure { throw failure.notWritten }
    }
}
