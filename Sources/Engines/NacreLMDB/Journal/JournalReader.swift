import Nacre

/// Reads the frames of a journal.
struct JournalReader: ~Copyable {
    let journal: JournalFile
    private var buffer: AlignedBuffer

    /// The pages that one read of the scan takes.
    private static let scannedPages = 256

    init(_ journal: JournalFile) {
        self.journal = journal
        buffer = AlignedBuffer(pageCount: 1)
    }

    /// Walks from the control page's start to the last frame that was acknowledged, in a journal that is in use.
    ///
    /// The whole ring is read.
    ///
    /// An incomplete frame ends the walk if no later frame was begun: its write was interrupted. If a later frame was
    /// begun, the incomplete one was acknowledged before, and its bytes have changed since: that is damage. A complete
    /// frame that does not continue the log is damage, too.
    ///
    /// - Parameters:
    ///   - log: The end of LMDB's log.
    ///   - acknowledged: The position up to which frames are known to have been acknowledged: all of them are expected, and
    ///     later ones are not read, because they may be being written.
    /// - Returns: The frames, and the damage if there is any.
    /// - Throws: `inputOutput` if the disk fails: unreadable bytes are no end.
    mutating func walk(
        continuing log: Block.End, upTo acknowledged: Position = .max
    ) throws(EventStoreError) -> JournalWalk {
        let control = journal.control
        var walk = JournalWalk(control)
        guard control.before.position <= log.position else {
            walk.fail(.lostBeforeJournal(journal.path, log: log.position, begins: control.before.position))
            return walk
        }
        guard control.before.position < log.position || control.before.checksum == log.checksum else {
            walk.fail(.damagedJournal(journal.path, "its start differs from the log", position: log.position))
            return walk
        }
        while walk.end.position < acknowledged {
            let defect: FrameDefect
            switch try frame(walk.nextNumber, at: walk.nextOffset) {
            case .success(let frame):
                do throws(FrameDefect) {
                    try walk.accept(frame, log: log)
                    continue
                } catch {
                    defect = error
                }
            case .failure(let found): defect = found
            }
            walk.note(newest: try newestNumber(outside: walk.frames))
            // One frame is written at a time: if a later one was begun, this one was acknowledged.
            let wasAcknowledged = walk.newest > walk.nextNumber || acknowledged < .max
            if defect.isWhole || wasAcknowledged { walk.fail(damage(defect, after: walk)) }
            return walk
        }
        return walk
    }

    /// The highest number in any page of this use outside the accepted frames, wherever it lies; 0 if there is none.
    private mutating func newestNumber(outside frames: [RecoveredFrame]) throws(EventStoreError) -> UInt64 {
        buffer.reserve(min(Self.scannedPages, journal.control.fileBytes / JournalLayout.pageBytes))
        var newest: UInt64 = 0
        var offset = JournalLayout.ringOffset
        for range in frames.map(\.range).sorted(by: { $0.lowerBound < $1.lowerBound }) {
            if offset < range.lowerBound { newest = max(newest, try newestNumber(in: offset..<range.lowerBound)) }
            offset = max(offset, range.upperBound)
        }
        return max(newest, try newestNumber(in: offset..<journal.control.fileBytes))
    }

    private mutating func newestNumber(in range: Range<Int>) throws(EventStoreError) -> UInt64 {
        var newest: UInt64 = 0
        try forEachMark(in: range) { mark, _ in newest = max(newest, mark.number) }
        return newest
    }

    /// The number and offset of each frame of this use whose first page is intact, wherever it lies; and the highest
    /// number in any page.
    mutating func frameBeginnings() throws(EventStoreError) -> (
        places: [(number: UInt64, offset: Int)], newest: UInt64
    ) {
        buffer.reserve(min(Self.scannedPages, journal.control.fileBytes / JournalLayout.pageBytes))
        var places: [(number: UInt64, offset: Int)] = []
        var newest: UInt64 = 0
        try forEachMark(in: JournalLayout.ringOffset..<journal.control.fileBytes) { mark, offset in
            newest = max(newest, mark.number)
            if mark.index == 0 { places.append((mark.number, offset)) }
        }
        return (places, newest)
    }

    /// Calls a closure with the mark of each page of this use, and the offset of the page.
    private mutating func forEachMark(
        in range: Range<Int>, _ body: (PageMark, Int) -> Void
    ) throws(EventStoreError) {
        var offset = range.lowerBound
        while offset < range.upperBound {
            let count = min(buffer.pageCount, (range.upperBound - offset) / JournalLayout.pageBytes)
            let pages = unsafe buffer.pages(count)
            try unsafe journal.file.read(into: pages, at: offset)
            for index in 0..<count {
                let start = index * JournalLayout.pageBytes
                let page = unsafe UnsafeRawBufferPointer(pages).part(from: start, to: start + JournalLayout.pageBytes)
                guard let mark = unsafe PageMark(page, nonce: journal.control.nonce) else { continue }
                body(mark, offset + start)
            }
            offset += count * JournalLayout.pageBytes
        }
    }

    /// Reads a frame at an offset, or at the beginning of the ring if it is not there.
    mutating func frame(
        _ number: UInt64, at offset: Int
    ) throws(EventStoreError) -> Result<RecoveredFrame, FrameDefect> {
        let control = journal.control
        let beginning = JournalLayout.ringOffset
        for place in offset == beginning ? [beginning] : [offset, beginning] where place < control.fileBytes {
            try unsafe journal.file.read(into: buffer.pages(1), at: place)
            guard let mark = unsafe PageMark(UnsafeRawBufferPointer(buffer.pages(1)), nonce: control.nonce),
                mark.number == number, mark.index == 0
            else { continue }
            let count = Int(mark.pageCount)
            guard count > 0, count <= (control.fileBytes - place) / JournalLayout.pageBytes else {
                return .failure(FrameDefect("has an impossible size of \(count) pages"))
            }
            buffer.reserve(count)
            try unsafe journal.file.read(into: buffer.pages(count), at: place)
            do throws(FrameDefect) {
                let pages = unsafe UnsafeRawBufferPointer(buffer.pages(count))
                return .success(try unsafe RecoveredFrame(pages, at: place, control: control, number: number))
            } catch {
                return .failure(error)
            }
        }
        return .failure(FrameDefect("is missing"))
    }

    private func damage(_ defect: FrameDefect, after walk: JournalWalk) -> EventStoreError {
        let evidence =
            walk.newest > walk.nextNumber ? ", though frame \(walk.newest), which was written later, is there" : ""
        return .damagedJournal(
            journal.path, "frame \(walk.nextNumber) \(defect.what)\(evidence)", position: walk.end.position + 1)
    }
}
