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
    /// The header of the store.
    let header: StoreHeader
    private let page: AlignedBuffer
    /// The error of the write that failed; nothing is written after it.
    private(set) var failure: EventStoreError?

    /// Begins with an empty ring.
    ///
    /// - Parameters:
    ///   - journal: The journal, open for writing, its holes filled.
    ///   - control: Its control page on disk, whose nonce no frame has and the log's mark records.
    ///   - header: The header of the store.
    init(_ journal: JournalFile, _ control: JournalControl, of header: StoreHeader) {
        self.journal = journal
        self.control = control
        self.header = header
        ring = JournalRing(control)
        page = AlignedBuffer(pageCount: 1)
    }

    /// Writes a frame durably.
    ///
    /// - Parameter frame: The blocks of a group, which continue the log.
    /// - Returns: The number of the frame; `nil` if the ring has no room for it before more frames are drained. Nothing
    ///   was written then.
    /// - Throws: `inputOutput` if the blocks do not continue the log; `inputOutput` or `diskFull` if the disk fails, with
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

    /// Whether a frame of about this size fits without freeing space.
    ///
    /// - Parameter byteCount: The size of the records, without the headers of frame, pages and blocks.
    /// - Returns: Whether there is room; with `false`, it may fit exactly.
    func hasRoom(for byteCount: Int) -> Bool {
        let pageCount = (byteCount + byteCount / 8) / JournalLayout.pageBytes + 2
        return ring.place(for: pageCount * JournalLayout.pageBytes) != nil
    }

    /// Records that LMDB holds all frames up to a position durably, which its own commit has reported.
    mutating func drain(upTo position: Position) { ring.drain(upTo: position) }

    /// Records that LMDB holds all frames, and a group that went to it directly after them, durably.
    ///
    /// The next frame must continue that group.
    ///
    /// - Parameter end: The end of the group.
    mutating func skip(to end: Block.End) { ring.skip(to: end) }

    /// Writes the control page if frames were drained, so that their space is free.
    ///
    /// - Throws: `inputOutput` or `diskFull`, after which nothing more is written.
    mutating func advanceStart() throws(EventStoreError) {
        guard ring.drainedCount > 0 else { return try checkUsable() }
        try writeControl()
    }

    /// Writes the control page, so that walking begins behind the drained frames, and frees their space.
    ///
    /// - Throws: `inputOutput` or `diskFull`, after which nothing more is written.
    mutating func writeControl() throws(EventStoreError) {
        try checkUsable()
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
    private func check(_ frame: borrowing FrameBuffer) throws(EventStoreError) {
        let (before, end) = (frame.before, ring.end)
        guard before == end else {
            throw EventStoreError.unconnectedFrame(journal.path, before.position, after: end.position).notWritten
        }
    }

    /// Checks that no write of the journal has failed.
    ///
    /// - Throws: The error of the write.
    func checkUsable() throws(EventStoreError) {
        if let failure { throw failure.notWritten }
    }
}
