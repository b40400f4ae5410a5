internal import CLMDB
internal import Synchronization

#if canImport(Darwin)
    internal import Darwin
#elseif canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#endif

extension SharedEnvironment {
    /// Begins or renews a read transaction, and assigns it to the frame.
    func beginReading(_ frame: UnsafeMutablePointer<TransactionFrame>) throws(LMDBError) -> OpaquePointer {
        try checkUnlocked()
        var haveClearedReaders = false
        var haveReopened = false
        var adoptions = 0
        while true {
            var transaction = try unsafe enter(takingReader: true, call: "Environment.read")
            let isRenewed = unsafe transaction != nil
            var result =
                unsafe isRenewed
                ? mdb_txn_renew(transaction)
                : mdb_txn_begin(handle, nil, UInt32(MDB_RDONLY), &transaction)
            if result == MDB_SUCCESS, let transaction = unsafe transaction {
                guard let settled = unsafe renewIfBehindFile(transaction) else {
                    unsafe leave(keeping: transaction)
                    throw contradiction(call: "mdb_txn_renew")
                }
                result = settled
                if result == MDB_SUCCESS {
                    unsafe TransactionFrame.push(frame)
                    return unsafe transaction
                }
            }

            // Leak a slot that no longer belongs to this process: aborting would wipe it.
            let isForeign = result == MDB_BAD_RSLOT
            unsafe leave(keeping: isForeign ? nil : transaction)
            if result == MDB_MAP_RESIZED {
                try adoptMapSize(call: "mdb_txn_renew", &adoptions)
            } else if result == MDB_PANIC, !haveReopened {
                // A commit failed while it wrote its meta page: the state before it can still be read.
                haveReopened = true
                try reopenAfterPanic(call: "mdb_txn_renew", resumesWriting: false)
            } else if result == MDB_READERS_FULL, !haveClearedReaders {
                haveClearedReaders = true
                _ = try clearDeadReaders()
            } else {
                throw error(result, call: isRenewed ? "mdb_txn_renew" : "mdb_txn_begin", figures: readerFigures(result))
            }
        }
    }

    /// Renews a read transaction while it may hold a later state than its id says.
    ///
    /// LMDB reads the id of the last transaction first, then copies that transaction's meta page. The second commit
    /// after it overwrites the page; a reader paused for that long copies a later state, which may not be on disk yet
    /// and which the next reader may not see. While no meta page is two transactions ahead, no such write has happened.
    ///
    /// - Parameter transaction: A read transaction that has just begun.
    /// - Returns: `MDB_SUCCESS`; the result of a failed renewal; or `nil` if the file stays ahead of its lock file. In
    ///   the latter two cases the transaction is reset.
    private func renewIfBehindFile(_ transaction: OpaquePointer) -> Int32? {
        // READ-03: A read transaction restarts if the file is two transactions ahead of it.
        for attempt in 0..<Self.renewals {
            // The copy was made before the meta pages are read here.
            atomicMemoryFence(ordering: .acquiring)
            let lockFile = unsafe UInt64(truncatingIfNeeded: mdb_txn_id(transaction))
            let file = lastTransactionInFile
            guard Self.isAhead(file, of: lockFile) else { return MDB_SUCCESS }
            unsafe mdb_txn_reset(transaction)
            guard !knownMismatch.isKnown(file: file, lockFile: lockFile) else { return nil }
            if attempt == Self.renewals - 1 { knownMismatch.note(file: file, lockFile: lockFile) }
            // Once is enough, unless one of the files was modified from outside.
            if attempt > 8 { usleep(1_000) }
            let result = unsafe mdb_txn_renew(transaction)
            guard result == MDB_SUCCESS else { return result }
        }
        unsafe mdb_txn_reset(transaction)
        return nil
    }

    /// The greater transaction id of the two meta pages, whatever they contain now.
    private var lastTransactionInFile: UInt64 {
        var information = unsafe MDB_envinfo()
        unsafe mdb_env_info(handle, &information)
        return unsafe UInt64(truncatingIfNeeded: information.me_last_txnid)
    }

    /// Whether the file names a transaction id that no commit can have left: a failed or unpublished commit leaves at
    /// most the next id.
    private static func isAhead(_ file: UInt64, of lockFile: UInt64) -> Bool {
        file > lockFile && file - lockFile > 1
    }

    /// The error of a file and a lock file that keep disagreeing.
    private func contradiction(call: String) -> LMDBError {
        error(MDB_PANIC, call: call, figures: "the file stays ahead of its lock file")
    }

    /// How often a read transaction is renewed before the file and its lock file are reported as contradictory.
    private static let renewals = 1_000

    /// Resets the frame's read transaction, keeps it for reuse, and pops the frame.
    func endReading(_ transaction: OpaquePointer, _ frame: UnsafeMutablePointer<TransactionFrame>) {
        unsafe TransactionFrame.pop(frame)
        // Reset, not aborted: renewing costs a fifth of beginning, and a reset reader pins no page.
        unsafe mdb_txn_reset(transaction)
        unsafe leave(keeping: transaction)
        unsafe releaseReferences(frame)
    }

    /// Begins a write transaction once the write lock is held, and assigns it to the frame.
    func beginWriting(
        _ frame: UnsafeMutablePointer<TransactionFrame>, _ waits: WriteLockWaits
    ) throws(LMDBError) -> OpaquePointer {
        guard unsafe TransactionFrame.outermost(in: self, writing: true) == nil else {
            throw transactionOpen(call: "Environment.write")
        }
        // Outside the environment's gate: waiting for another process must not keep a thread from changing the map.
        try writers?.enter(waits)
        do throws(LMDBError) {
            return try unsafe beginWritingAlone(frame)
        } catch {
            writers?.leave()
            throw error
        }
    }

    /// Begins a write transaction inside the writers' gate.
    private func beginWritingAlone(
        _ frame: UnsafeMutablePointer<TransactionFrame>
    ) throws(LMDBError) -> OpaquePointer {
        // APP-14: Nothing is committed if a meta page cannot be the result of a commit.
        var adoptions = 0
        while true {
            try checkWritable()
            // Here, because only writers suffer from the pages that a dead reader pins.
            try clearDeadReadersIfDue()
            _ = try unsafe enter(call: "Environment.write")
            var transaction: OpaquePointer?
            let result = unsafe mdb_txn_begin(handle, nil, 0, &transaction)
            if result == MDB_SUCCESS, let transaction = unsafe transaction {
                do throws(LMDBError) {
                    // Do not build on a state that readers would not see. The write lock is held: no other process
                    // commits now.
                    let last = unsafe UInt64(truncatingIfNeeded: mdb_txn_id(transaction)) - 1
                    guard !Self.isAhead(lastTransactionInFile, of: last) else {
                        throw contradiction(call: "mdb_txn_begin")
                    }
                    try unsafe settle(transaction)
                } catch {
                    unsafe mdb_txn_abort(transaction)
                    unsafe leave()
                    throw error
                }
                unsafe TransactionFrame.push(frame)
                return unsafe transaction
            }
            unsafe leave()
            guard result == MDB_MAP_RESIZED else { throw error(result, call: "mdb_txn_begin") }
            try adoptMapSize(call: "mdb_txn_begin", &adoptions)
        }
    }

    /// Pops the frame of a write transaction that has ended.
    func endWriting(_ frame: UnsafeMutablePointer<TransactionFrame>) {
        unsafe precondition(!frame.pointee.isOpen, "a write transaction escaped its closure")
        unsafe TransactionFrame.pop(frame)
        unsafe leave()
        writers?.leave()
        unsafe releaseReferences(frame)
    }

    /// Clears the reader slots of dead processes.
    func clearDeadReaders() throws(LMDBError) -> Int {
        try whileOpen(call: "mdb_reader_check") { () throws(LMDBError) in
            var dead: Int32 = 0
            let result = unsafe mdb_reader_check(handle, &dead)
            guard result == MDB_SUCCESS else { throw error(result, call: "mdb_reader_check") }
            return Int(dead)
        }
    }

    /// Clears the slots of dead readers, at most once an interval.
    ///
    /// Pages pinned by a dead reader are not reused, so the file would grow with every commit; LMDB itself checks only
    /// when the table is full.
    private func clearDeadReadersIfDue() throws(LMDBError) {
        guard claimReaderClearing() else { return }
        _ = try clearDeadReaders()
    }

    /// How often the map is enlarged for one transaction before the meta pages are reported as damaged.
    ///
    /// Other processes can enlarge it in between, but hardly more than once.
    private static let maxAdoptions = 16

    /// Adopts the map size set by another process.
    private func adoptMapSize(call: String, _ adoptions: inout Int) throws(LMDBError) {
        adoptions += 1
        guard adoptions <= Self.maxAdoptions else {
            throw LMDBError(
                code: .corrupted, call: call, path: path, page: 0,
                damage: "the meta pages state more pages than fit the map size that they state")
        }
        guard unsafe TransactionFrame.outermost(in: self) == nil else { throw error(MDB_MAP_RESIZED, call: call) }
        var descriptor: Int32 = -1
        let result = unsafe mdb_env_get_fd(handle, &descriptor)
        guard result == MDB_SUCCESS else { throw error(result, call: "mdb_env_get_fd") }
        try changeMap(call: "mdb_env_set_mapsize") { present in
            guard let meta = MetaPage.newest(in: descriptor) else { return nil }
            // Another thread may have done so already.
            return MapSize.roundedUp(max(present, meta.mapSize, meta.fileBytes))
        }
    }

    /// Performs the closing that was requested inside the transaction.
    private func releaseReferences(_ frame: UnsafeMutablePointer<TransactionFrame>) {
        for _ in unsafe 0..<frame.pointee.deferredReleases { EnvironmentRegistry.shared.release(self) }
    }

    private func readerFigures(_ result: Int32) -> String {
        guard result == MDB_READERS_FULL, let information = unsafe information() else { return "" }
        return unsafe "\(information.me_maxreaders) slots, and no dead process holds one"
    }
}
