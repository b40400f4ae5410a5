import LMDB
import Nacre

/// Recovery of a journal that is in use: puts the frames that the log lacks into LMDB, and leaves the journal empty.
///
/// Its steps are calls of their own, each of which is durable when it returns: ``drainNext()`` until nothing remains,
/// then ``finish()``. After a crash between any two of them, recovery begins again and leaves the same log.
///
/// The process must have the store for itself.
struct JournalRecovery: ~Copyable {
    let log: Environment
    let journal: JournalFile
    let walk: JournalWalk
    /// Why the frames end before the journal does; the mark stays in use then, as the evidence of it.
    let damage: EventStoreError?
    /// What the log must say before the next step.
    private(set) var state: LoggedState
    /// The frames that the log lacks.
    private(set) var pending: ArraySlice<RecoveredFrame>
    /// The error of the step that failed; nothing is written after it.
    private var failure: (any Error)?
    /// The size of a commit: it ends with the frame that reaches this number of bytes.
    private let commitBytes: Int

    /// Reads mark and journal, and checks that they belong to the log; changes neither.
    ///
    /// The result is `nil` if the mark is empty: the log has all events, and no journal is needed.
    ///
    /// - Parameters:
    ///   - log: The log, at durability `full`.
    ///   - path: The path of the journal.
    ///   - isPartial: Whether the frames before damage are recovered, although frames behind it are lost.
    ///   - commitBytes: How many bytes of blocks a commit takes: few enough that LMDB does not spill its pages.
    /// - Throws: `eventsLost` if the journal that is in use is missing or another one, or the log is older than the
    ///   journal; `damaged` if frames of a journal in use are damaged or do not continue the log; `newerFormat`,
    ///   `diskFull`, `inputOutput`.
    init?(
        of log: Environment, journalAt path: String, isPartial: Bool = false, commitBytes: Int = 4 << 20
    ) throws {
        let state = try log.withStoredSnapshot { (snapshot) in try Self.state(of: &snapshot, log.path) }
        guard let state, case .inUse(let nonce) = state.mark else { return nil }
        let journal = try Self.openJournal(path, nonce: nonce, for: state, log: log.path)
        var reader = JournalReader(journal)
        let walk = try reader.walk(continuing: state.end)
        let frames = isPartial ? walk.frames : try walk.whole()
        try log.withStoredSnapshot { (snapshot) in try Self.check(walk, against: &snapshot, state, journal.path) }
        pending = frames[(frames.firstIndex { $0.end.position > state.end.position } ?? frames.endIndex)...]
        self.log = log
        self.journal = journal
        self.walk = walk
        damage = walk.damage
        self.state = state
        self.commitBytes = commitBytes
    }

    /// What a log whose journal is in use says about itself; `nil` if the mark is empty.
    private static func state(of snapshot: inout LogSnapshot, _ path: String) throws(EventStoreError) -> LoggedState? {
        guard let marked = try snapshot.markedHeader(path: path) else { throw .notALog(path) }
        return marked.mark == .empty ? nil : try LoggedState(&snapshot, path: path)
    }

    /// Opens the journal, which must be the one that the mark names.
    ///
    /// Its holes, of a sparse copy, are filled when it is prepared for the next use: what looks like a hole to a read
    /// through the page cache must not be written while frames count.
    private static func openJournal(
        _ path: String, nonce: UInt64, for state: LoggedState, log: String
    ) throws(EventStoreError) -> JournalFile {
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
            guard try log.mayHave(end, state) else { throw .otherLog(path, at: end.position) }
        }
    }

    /// Puts the next frames into LMDB with one durable commit; the last one sets the mark to empty.
    ///
    /// Behind damage, the mark stays in use, and nothing is committed if the log has all frames before it.
    ///
    /// The last commit is made even if the log has all frames: a process that died may have left its last commit
    /// unsynced, and a durable commit covers those before it.
    ///
    /// - Returns: Whether frames remain.
    /// - Throws: `inputOutput` or `diskFull`: the frames of this call stay in the journal; `inputOutput` if another
    ///   program has changed the log. Every later call fails, too: only a new recovery continues.
    mutating func drainNext() throws -> Bool {
        // A failed sync is never repeated and then trusted (APP-20).
        if let failure { throw failure }
        if damage != nil, pending.isEmpty { return false }
        do {
            try commitNext()
        } catch {
            failure = error
            throw error
        }
        return !pending.isEmpty
    }

    private mutating func commitNext() throws {
        let batch = nextBatch()
        let isLast = batch.endIndex == pending.endIndex && damage == nil
        var next = state
        if let last = batch.last { next.end = last.end }
        // Not earlier: the rest of the frames is in the journal alone.
        if isLast { next.mark = .empty }
        try log.writeLog { (transaction: consuming WriteTransaction) in
            var snapshot = try LogSnapshot(storedIn: transaction)
            try expect(state, in: &snapshot)
            try transaction.checkFreePages(forBytes: batch.reduce(0) { $0 + $1.bytes.count })
            for frame in batch { try Self.append(frame, to: transaction) }
            if isLast { try next.mark.put(with: next.header, in: transaction) }
            try transaction.commit()
        }
        pending = pending[batch.endIndex...]
        state = next
        // A store of this process that has failed, and is still open, may have them in its list.
        log.pendingBlocks.drop(upTo: state.end.position)
    }

    /// Writes the control page of an empty journal durably: a new nonce, after which no earlier frame is believed.
    ///
    /// - Throws: `inputOutput` or `diskFull` if the disk fails; `inputOutput` if frames are not drained, or another
    ///   program has changed the log; the error of ``drainNext()`` if it failed; the damage if there is any.
    consuming func finish() throws {
        if let failure = failure ?? damage { throw failure }
        var drained = state
        drained.mark = .empty
        try log.withStoredSnapshot { (snapshot) in try expect(drained, in: &snapshot) }
        var control = walk.control
        // Numbers go on, past that of a torn frame.
        control.renew(number: walk.newest + 1, before: state.end)
        // The old page stays valid, and its frames are in the log; the journal is built again before its next use.
        guard control.hasNumbersLeft else { return }
        try journal.write(control, with: AlignedBuffer(pageCount: 1))
    }

    /// Checks that the log is as this recovery left it.
    private func expect(_ expected: LoggedState, in snapshot: inout LogSnapshot) throws(EventStoreError) {
        let found = try LoggedState(&snapshot, path: log.path)
        guard found == expected else { throw .changedLog(log.path, expected: expected, found: found) }
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
