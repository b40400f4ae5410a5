import LMDB
import Nacre

/// The writer thread's side of the journal: when it is used, which groups go into it, and the frames.
struct JournalUse: ~Copyable {
    // APP-22: A busy store writes a frame instead of a transaction.

    private let journaling: Journaling?
    /// Writes frames; `nil` while the journal is not in use.
    private var writer: JournalWriter?
    private var frame = FrameBuffer()
    /// Receives the blocks of the group.
    let group = JournalGroup()

    /// How long writing a frame has taken of late, in nanoseconds.
    private var writeTime: UInt64 = 0

    /// How long LMDB has been committing since ``periodBegun``.
    private var busyTime: UInt64 = 0
    private var periodBegun: UInt64 = 0

    /// - Parameter journaling: The journal of the store; `nil` if it must not be used.
    init(_ journaling: Journaling?) {
        self.journaling = journaling
    }

    var isInUse: Bool { writer != nil }

    /// Takes the journal into use, or ends its use, if that is due.
    ///
    /// - Throws: `EventStoreError` or ``LMDBError`` if the use could not end: no more appends are possible.
    mutating func update() throws {
        guard let journaling else { return }
        if writer == nil {
            if journaling.isPrepared { try begin() }
        } else if journaling.isEndDue, !journaling.mustGoOn() {
            try endUnlessLocked()
        }
    }

    /// Checks that LMDB has not failed, before a group goes there.
    ///
    /// Call it inside the transaction: a drain may have failed while it waited.
    ///
    /// - Throws: `appendsStopped` if it has.
    func checkLog() throws(EventStoreError) {
        guard writer != nil, let failure = journaling?.drainFailure else { return }
        throw failure
    }

    /// Whether a group goes into the journal.
    ///
    /// - Parameter byteCount: About the size of its blocks.
    /// - Returns: `false` if it goes into LMDB.
    /// - Throws: `appendsStopped` if LMDB has failed and no more blocks may be pending.
    func takes(_ byteCount: Int) throws(EventStoreError) -> Bool {
        guard writer != nil, let journaling else { return false }
        let pending = journaling.pendingBytes
        if let failure = journaling.drainFailure {
            // Acknowledged groups are safe in the journal, but it does not hold any number of them.
            guard pending + byteCount <= journaling.policy.pendingBytes else { throw failure }
            return true
        }
        return byteCount < journaling.policy.directBytes && pending < journaling.policy.pendingBytes / 2
    }

    /// Whether a lone caller may write a request of this size: nothing else is due, the ring has room without a write of
    /// the control page, and the disk is fast.
    func takesAtOnce(_ byteCount: Int) -> Bool {
        guard let journaling, !journaling.isEndDue, journaling.drainFailure == nil else { return false }
        let policy = journaling.policy
        return byteCount <= policy.aloneBytes && writeTime <= policy.aloneWriteTime
            && journaling.pendingBytes < policy.pendingBytes / 2 && writer?.hasRoom(for: byteCount) == true
    }

    /// Writes the group's blocks durably, and publishes them.
    ///
    /// - Returns: Whether there was room in the ring; otherwise nothing was written, and the group goes into LMDB.
    /// - Throws: `EventStoreError` if the journal cannot be written.
    mutating func write() throws -> Bool {
        guard let journaling, writer != nil else { return false }
        let blocks = group.blocks
        frame.removeAll()
        for block in blocks { unsafe frame.append(block.bytes) }
        writer?.drain(upTo: journaling.drained)
        let begun = ConditionLock.now
        guard try writer?.write(&frame) != nil else {
            if let failure = journaling.drainFailure { throw failure }
            return false
        }
        writeTime = (7 * writeTime + (ConditionLock.now - begun)) / 8
        journaling.didWrite(pendingBytes: try journaling.environment.pendingBlocks.append(blocks))
        return true
    }

    /// Records that LMDB holds everything up to an end durably, because a group went there directly.
    mutating func didCommitDirectly(upTo end: Block.End) {
        guard writer != nil, let journaling else { return }
        journaling.didCommitDirectly(upTo: end.position)
        writer?.drain(upTo: end.position)
        writer?.skip(to: end)
    }

    /// Records that a commit of LMDB has failed.
    func didFail(_ error: any Error) {
        guard writer != nil else { return }
        journaling?.failDraining(.appendsStopped(error, outcome: .notWritten))
    }

    // MARK: Beginning

    /// Records the time that LMDB took to commit, and asks for the journal when the store is busy.
    mutating func noteCommit(from begun: UInt64, to end: UInt64) {
        guard let journaling, writer == nil else { return }
        if begun >= periodBegun + journaling.policy.busyPeriod {
            periodBegun = begun
            busyTime = 0
        }
        busyTime += end - begun
        if busyTime >= journaling.policy.busyTime { journaling.want(at: end) }
    }

    /// Takes the prepared journal into use, unless another process has the log open.
    ///
    /// - Throws: `EventStoreError` or ``LMDBError`` if the use has begun and could not end again.
    private mutating func begin() throws {
        guard let journaling, let prepared = journaling.takePrepared() else { return }
        let log = journaling.environment
        do {
            // Programs that know no journal hold LMDB's lock file. From the mark on, they refuse the log.
            guard (try? log.isOpenInOtherProcess) == false else {
                return journaling.endUse(retryingAfter: journaling.policy.retryInterval)
            }
            writer = try prepared.begin(in: log)
        } catch {
            journaling.observer.log.journalUnusable(error)
            if (error as? EventStoreError)?.isLockTimeout == true {
                return journaling.endUse(retryingAfter: 60 * journaling.policy.busyPeriod)
            }
            // After a failed write, one copy of the control page is in doubt: a write of the other could damage both.
            journaling.abandon()
            if error.isLogFailure { throw EventStoreError.appendsStopped(error, outcome: .notWritten) }
            return
        }
        // One of them may have opened the log before the mark: it must find the whole log in LMDB.
        guard (try? log.isOpenInOtherProcess) != false else { return }
        do {
            try end()
        } catch let error as EventStoreError where error.isLockTimeout {
            // It may append to the log as soon as it has the lock, so no frame may be written.
            writer = nil
            journaling.abandon()
            throw EventStoreError.appendsStopped(error, outcome: .notWritten)
        }
    }

    // MARK: Ending

    /// Ends the use, unless another program keeps LMDB's write lock for too long: frames go on then.
    private mutating func endUnlessLocked() throws {
        do {
            try end()
        } catch let error as EventStoreError where error.isLockTimeout {
            // The journal's thread asks again.
        }
    }

    /// Puts everything pending into LMDB, with an empty mark, and gives up the ownership.
    ///
    /// - Throws: `appendsStopped` if the use cannot end; an error with `isLockTimeout` if it goes on.
    mutating func end() throws {
        guard let journaling, var writer = writer.take() else { return }
        let end = writer.ring.end
        do {
            // A drain holds LMDB's write lock for as long as the disk takes, and may fail.
            journaling.beginEnding()
            if let failure = writer.failure ?? journaling.drainFailure { throw failure }
            try journaling.environment.writeLog { (transaction: consuming WriteTransaction) in
                try transaction.checkFreePages(forBytes: 0)
                _ = try PendingDrain.put(into: transaction)
                try writer.markEmpty(in: transaction, through: end)
                try transaction.commit()
            }
        } catch let error as EventStoreError where error.isLockTimeout {
            self.writer = consume writer
            journaling.resume(endingAfter: journaling.policy.busyPeriod)
            throw error
        } catch {
            journaling.abandon()
            // Not the error itself: one of LMDB's may say that the group can be tried again.
            throw EventStoreError.appendsStopped(error, outcome: .notWritten)
        }
        journaling.didCommit(upTo: end.position)
        writer.drain(upTo: end.position)
        do {
            try writer.finish(at: end)
            journaling.endUse(retryingAfter: journaling.policy.retryInterval)
        } catch {
            // The log has all events, and its mark is empty: appends go on there until the store is reopened.
            journaling.observer.log.journalUnusable(error)
            journaling.abandon()
        }
    }
}

extension EventStoreError {
    /// Whether LMDB's write lock was not free in time: nothing was begun, and the disk has not failed.
    var isLockTimeout: Bool { (cause as? LMDBError)?.code == .lockTimeout }
}

extension Error {
    /// Whether LMDB could not write the log: a failed sync is never repeated and then trusted (APP-20).
    var isLogFailure: Bool {
        guard let error = self as? LMDBError ?? (self as? EventStoreError)?.cause as? LMDBError else { return false }
        return error.code != .lockTimeout && error.code != .waitEnded
    }
}
