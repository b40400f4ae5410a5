import LMDB
import Nacre

/// Recovery of a journal: puts the frames that the log lacks into LMDB, then begins a new opening of the journal.
///
/// Its steps are calls of their own, each of which is durable when it returns: ``drainNext()`` until nothing remains,
/// ``renew()``, and ``JournalMark/recordInUse(nonce:in:)`` before the first frame is written. After a crash between
/// any two of them, recovery begins again and leaves the same log.
///
/// The process must have the store for itself.
struct JournalRecovery {
    let log: Environment
    let journal: JournalFile
    let walk: JournalWalk
    /// What the log must say before the next step.
    private(set) var state: LoggedState
    /// The frames that the log lacks.
    private(set) var pending: ArraySlice<RecoveredFrame>
    /// The size of a commit: it ends with the frame that reaches this number of bytes.
    private let commitBytes: Int

    /// Reads mark and journal, and checks that they belong to the log; changes neither.
    ///
    /// The result is `nil` if there is no journal, and none is in use.
    ///
    /// - Parameters:
    ///   - log: The log, at durability `full`.
    ///   - path: The path of the journal.
    ///   - commitBytes: How many bytes of blocks a commit takes: few enough that LMDB does not spill its pages.
    /// - Throws: `eventsLost` if the journal that is in use is missing or another one, or the log is older than the
    ///   journal; `damaged` if frames are damaged or do not continue the log; `notAStore` if a journal of another
    ///   store is there; `newerFormat`, `diskFull`, `inputOutput`.
    init?(of log: Environment, journalAt path: String, commitBytes: Int = 4 << 20) throws {
        let state = try log.withSnapshot { (snapshot) in try LoggedState(&snapshot, path: log.path) }
        guard let journal = try Self.openJournal(path, for: state, log: log.path) else { return nil }
        var reader = JournalReader(journal)
        let walk = try reader.walk(continuing: state.end)
        let frames = try walk.whole()
        try log.withSnapshot { (snapshot) in try Self.check(walk, against: &snapshot, state, journal.path) }
        pending = frames[(frames.firstIndex { $0.end.position > state.end.position } ?? frames.endIndex)...]
        if state.mark == .empty, let last = pending.last {
            throw EventStoreError.lostAfterJournal(path, log: state.end.position, journal: last.end.position)
        }
        self.log = log
        self.journal = journal
        self.walk = walk
        self.state = state
        self.commitBytes = commitBytes
    }

    /// Opens the journal, which must be the one that the mark names.
    private static func openJournal(
        _ path: String, for state: LoggedState, log: String
    ) throws(EventStoreError) -> JournalFile? {
        guard case .inUse(let nonce) = state.mark else {
            return try JournalFile.open(path, of: state.header.id, for: .writing)
        }
        func lost(_ what: String, cause: EventStoreError? = nil) -> EventStoreError {
            .lostJournal(
                of: log, nonce: nonce, "\(quoted(path, upTo: .max)) \(what)", log: state.end.position, cause: cause)
        }
        let journal: JournalFile?
        do throws(EventStoreError) {
            journal = try JournalFile.open(path, of: state.header.id, for: .writing)
        } catch {
            guard error.code == .notAStore else { throw error }
            throw lost("belongs to another store", cause: error)
        }
        guard let journal else { throw lost("is missing") }
        guard journal.control.nonce == nonce else { throw lost("has nonce \(journal.control.nonce)") }
        return journal
    }

    /// Checks that the log has the same blocks as the journal where both have them.
    ///
    /// The walk compares them at the end of the log only.
    private static func check(
        _ walk: JournalWalk, against log: inout LogSnapshot, _ state: LoggedState, _ path: String
    ) throws(EventStoreError) {
        let ends = [walk.control.before] + walk.frames.flatMap { [$0.before, $0.end] }
        for end in ends where end.position < state.end.position {
            guard end.position > 0 else {
                guard end.checksum == state.header.checksum else { throw .otherLog(path, at: end.position) }
                continue
            }
            let checkpoint = Checkpoint(
                storeID: state.header.id, position: end.position, fingerprint: end.checksum)
            // A damaged block of the log is no evidence about the journal.
            guard try log.fits(checkpoint, endsBlock: true) != false else { throw .otherLog(path, at: end.position) }
        }
    }

    /// Puts the next frames into LMDB with one durable commit; the last one sets the mark to empty.
    ///
    /// The last commit is made even if the log has all frames: a process that died may have left its last commit
    /// unsynced, and a durable commit covers those before it.
    ///
    /// - Returns: Whether frames remain.
    /// - Throws: `inputOutput` or `diskFull`: the frames of this call stay in the journal; `inputOutput` if another
    ///   program has changed the log.
    mutating func drainNext() throws -> Bool {
        let batch = nextBatch()
        let isLast = batch.endIndex == pending.endIndex
        var next = state
        if let last = batch.last { next.end = last.end }
        // Not earlier: the rest of the frames is in the journal alone.
        if isLast { next.mark = .empty }
        try log.writeLog { (transaction: consuming WriteTransaction) in
            var snapshot = try LogSnapshot(in: transaction)
            try expect(state, in: &snapshot)
            for frame in batch { try Self.append(frame, to: transaction) }
            if isLast { try next.mark.put(with: next.header, in: transaction) }
            try transaction.commit()
        }
        pending = pending[batch.endIndex...]
        state = next
        return !pending.isEmpty
    }

    /// Begins a new opening of the journal: writes a new nonce durably, after which no earlier frame is believed.
    ///
    /// - Returns: The writer, which must not be used before its nonce is recorded in the log.
    /// - Throws: `inputOutput` or `diskFull`; `inputOutput` if frames are not drained, or another program has changed
    ///   the log.
    func renew() throws -> JournalWriter {
        var drained = state
        drained.mark = .empty
        try log.withSnapshot { (snapshot) in try expect(drained, in: &snapshot) }
        return try JournalWriter(journal, after: walk, continuing: state.end)
    }

    /// Checks that the log is as this recovery left it.
    private func expect(_ expected: LoggedState, in snapshot: inout LogSnapshot) throws(EventStoreError) {
        let found = try LoggedState(&snapshot, path: log.path)
        guard found == expected else { throw .changedInRecovery(log.path, expected: expected, found: found) }
    }

    /// Whole frames, so that the log never has a part of one.
    private func nextBatch() -> ArraySlice<RecoveredFrame> {
        var bytes = 0
        var end = pending.startIndex
        while end < pending.endIndex, bytes < commitBytes {
            bytes += pending[end].bytes.count
            end += 1
        }
        return pending[..<end]
    }

    private static func append(_ frame: RecoveredFrame, to transaction: borrowing WriteTransaction) throws {
        var position = frame.before.position + 1
        try unsafe frame.bytes.withUnsafeBytes { bytes in
            for range in frame.blocks {
                let block = unsafe bytes.part(from: range.lowerBound, to: range.upperBound)
                try unsafe PositionKey(position).withBytes { key in try unsafe transaction.append(key, block) }
                position += unsafe UInt64(block.integer(at: BlockLayout.countOffset, as: UInt32.self))
            }
        }
    }
}
