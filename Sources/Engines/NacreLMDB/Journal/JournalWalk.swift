import Nacre

/// What recovery found in a journal.
struct JournalWalk: Sendable {
    let control: JournalControl
    /// The frames from the start of walking, in order; LMDB may hold the first ones already.
    private(set) var frames: [RecoveredFrame] = []
    /// The highest number of a frame of which any page is in the ring; one less than the first frame's if there is none.
    private(set) var newest: UInt64
    /// Why the frames end before the journal does: appending must be refused.
    private(set) var damage: EventStoreError?

    /// The number after the last frame.
    var nextNumber: UInt64 { control.number + UInt64(frames.count) }

    /// The end of the last frame.
    var end: Block.End { frames.last?.end ?? control.before }

    /// Whether the journal ends with a frame whose write was interrupted, and which was not acknowledged.
    var isTorn: Bool { damage == nil && newest >= nextNumber }

    /// All frames.
    ///
    /// - Throws: `damaged` or `eventsLost` if frames are missing.
    func whole() throws(EventStoreError) -> [RecoveredFrame] {
        if let damage { throw damage }
        return frames
    }

    init(_ control: JournalControl) {
        self.control = control
        newest = control.number - 1
    }

    /// Where the next frame can begin: directly after the last one, or at the beginning of the ring if it did not fit.
    var nextOffset: Int { frames.last?.range.upperBound ?? control.start }

    /// Accepts a frame that continues the last one and the log.
    ///
    /// - Throws: The defect.
    mutating func accept(_ frame: RecoveredFrame, log: Block.End) throws(FrameDefect) {
        guard frame.range.lowerBound == nextOffset || nextOffset + frame.range.count > control.fileBytes else {
            throw FrameDefect("lies at the beginning of the ring, though it fits before its end", isWhole: true)
        }
        if frame.before.position == end.position {
            guard frame.before.checksum == end.checksum else {
                throw FrameDefect("does not refer to the block before it", isWhole: true)
            }
        } else if frame.before.position < end.position {
            throw FrameDefect("repeats position \(frame.before.position + 1)", isWhole: true)
        } else if frame.before.position > log.position {
            // Groups between two frames may have gone to LMDB directly, which then holds them.
            throw FrameDefect("continues position \(frame.before.position) instead of \(end.position)", isWhole: true)
        }
        guard frame.end.position <= log.position || frame.before.position >= log.position else {
            throw FrameDefect("is in the log only up to position \(log.position)", isWhole: true)
        }
        for known in [frame.before, frame.end] where known.position == log.position {
            guard known.checksum == log.checksum else {
                throw FrameDefect("differs from the log at position \(log.position)", isWhole: true)
            }
        }
        frames.append(frame)
        newest = frame.number
    }

    /// Records the highest number of a page outside the accepted frames.
    mutating func note(newest number: UInt64) { newest = max(newest, number) }

    /// Records why the frames end.
    mutating func fail(_ damage: EventStoreError) { self.damage = damage }
}
