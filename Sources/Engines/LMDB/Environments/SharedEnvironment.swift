internal import CLMDB
internal import Synchronization

/// An open LMDB environment, one for each file in a process, with the gate to its transactions.
///
/// The gate counts open transactions, because the map may be moved only when there are none. It also keeps reset read
/// transactions: renewing one costs a fifth of beginning one.
///
/// `@unchecked Sendable` is right because `gate` is accessed with `lock` held; `handle` is changed with `lock` held and
/// the gate empty; `mappedPages` and `knownMismatch` are atomic; everything else is constant. LMDB itself may be
/// called from any thread as long as each transaction is used by one thread at a time, which `read` and `write` ensure,
/// and the map does not move while one is open, which the gate ensures.
///
/// `@safe` is right for the same reasons: handle and map are used only inside the gate, which outlasts each use.
@safe
final class SharedEnvironment: @unchecked Sendable {
    /// LMDB's own handle: use it inside the gate, or with the lock held.
    private(set) var handle: OpaquePointer
    let path: String
    let identity: FileIdentity
    let durability: Environment.Durability
    let access: Environment.Access
    let pageSize: Int
    let maximumKeySize: Int
    let database: UInt32
    private let options: Environment.Options
    /// Checks whether other processes use the file, if it is read unlocked.
    private let unlocked: UnlockedReading?
    /// The writers' gate; `nil` if there are no writers.
    let writers: WriteGate?
    let attachment = EnvironmentAttachment()
    private let users: LockFileUsers
    private let lock = ConditionLock()
    private var gate = Gate()
    /// The last reference in `gate.pageMaps`, for threads inside the gate; 0 if there is none.
    private let mappedPages = Atomic<UInt>(0)
    /// The disagreement of file and lock file for which waiting did not help.
    let knownMismatch = TransactionIDMismatch()

    /// How many read transactions are kept for reuse; each occupies a slot of the reader table.
    static let idleReadersKept = 32

    /// How long a dead reader may pin pages, in nanoseconds; a check costs a system call for each process.
    static let readerClearingInterval: UInt64 = 1_000_000_000

    init(opening file: borrowing DataFile, options: Environment.Options) throws(LMDBError) {
        unlocked = options.access == .readingUnlocked ? try UnlockedReading(of: file) : nil
        writers = options.access == .readingAndWriting ? try WriteGate(of: file.path) : nil
        let opened: OpenedHandle
        do throws(LMDBError) {
            opened = try OpenedHandle.open(file, options: options, writers: writers)
        } catch {
            writers?.close()
            throw error
        }
        unsafe handle = opened.environment
        database = opened.database
        pageSize = opened.pageSize
        maximumKeySize = unsafe Int(mdb_env_get_maxkeysize(opened.environment))
        path = file.path
        identity = file.identity
        users = LockFileUsers(of: file.path)
        durability = options.durability
        access = options.access
        self.options = options
        unsafe gate.idleReaders.reserveCapacity(Self.idleReadersKept)
    }

    /// The size of the map, in bytes.
    var mapSize: Int { unsafe information()?.me_mapsize ?? 0 }

    /// LMDB's information about the environment; `nil` if it is closed or lost.
    func information() -> MDB_envinfo? {
        lock.lock()
        defer { lock.unlock() }
        guard !gate.isClosed, gate.failure == nil else { return nil }
        var information = unsafe MDB_envinfo()
        // The lock is held, because this reads the meta pages through the map.
        guard unsafe mdb_env_info(handle, &information) == MDB_SUCCESS else { return nil }
        return unsafe information
    }

    /// Waits until no transaction is open, then closes; later uses throw.
    func close() {
        lock.lock()
        gate.isClosed = true
        lock.broadcast()
        // LMDB's map must not be unmapped under an open transaction.
        while gate.uses > 0 { lock.wait() }
        closeHandle()
        // After LMDB's own descriptor, because closing any of them drops the process's locks.
        users.end()
        lock.unlock()
        // Without the lock: the next writer at the writers' gate takes it, and finds the environment closed.
        writers?.close()
    }

    /// Closes LMDB's handle; the lock is held and the gate is empty.
    private func closeHandle() {
        while let reader = unsafe gate.idleReaders.popLast() { unsafe mdb_txn_abort(reader) }
        dropPageMap()
        // A handle that could not be reopened is closed already.
        if !gate.isHandleClosed { unsafe mdb_env_close(handle) }
    }

    /// The other process that has the file open, 0 if its id is unknown; `nil` if there is none.
    func otherUser(call: String) throws(LMDBError) -> Int32? {
        // Inside the gate, so that the descriptor is not opened again after it was closed.
        try whileOpen(call: call) { () throws(LMDBError) in try users.otherProcess() }
    }
}

extension SharedEnvironment {
    /// Enters the gate, and takes a kept read transaction if requested and available.
    ///
    /// A thread that waits to change the map blocks new entries, so that it gets its turn. A thread with an open
    /// transaction may still enter, because other threads may be waiting for that transaction.
    func enter(takingReader: Bool = false, call: String) throws(LMDBError) -> OpaquePointer? {
        let isNested = unsafe TransactionFrame.innermost != nil
        lock.lock()
        defer { lock.unlock() }
        while true {
            switch gate.enter(takingReader: takingReader, isNested: isNested) {
            case .entered(let reader): return unsafe reader
            case .mustWait: lock.wait()
            case .isUnusable: try checkUsable(call: call)
            }
        }
    }

    /// Leaves the gate, and returns a reset read transaction to be kept.
    func leave(keeping reader: OpaquePointer? = nil) {
        lock.lock()
        let (surplus, isAwaited) = unsafe gate.leave(keeping: reader)
        // With the lock held: a thread that waits for the count may close the environment.
        if let surplus = unsafe surplus { unsafe mdb_txn_abort(surplus) }
        if isAwaited { lock.broadcast() }
        lock.unlock()
    }

    /// Changes the map to the size that `size` returns, when no transaction is open; `nil` leaves it unchanged.
    ///
    /// - Parameters:
    ///   - call: The call named in errors.
    ///   - size: Called with the present map size; returns the new one.
    /// - Throws: ``LMDBError`` if this thread has a transaction open, or the address space is exhausted.
    func changeMap(call: String, to size: (_ present: Int) -> Int?) throws(LMDBError) {
        guard unsafe TransactionFrame.outermost(in: self) == nil else { throw transactionOpen(call: call) }
        lock.lock()
        defer { lock.unlock() }
        gate.changers += 1
        while gate.uses > 0, !gate.isClosed { lock.wait() }
        gate.changers -= 1
        defer { lock.broadcast() }
        try checkUsable(call: call)

        var information = unsafe MDB_envinfo()
        let result = unsafe mdb_env_info(handle, &information)
        guard result == MDB_SUCCESS else { throw error(result, call: "mdb_env_info") }
        guard let wanted = unsafe size(information.me_mapsize), unsafe wanted != information.me_mapsize else { return }
        dropPageMap()
        guard MapSize.isAvailable(wanted) else {
            throw error(
                LMDBError.Code.outOfMemory.rawValue, call: call, figures: "no room for a map of \(wanted) bytes")
        }
        let change = unsafe mdb_env_set_mapsize(handle, wanted)
        guard change == MDB_SUCCESS else {
            // LMDB has unmapped the file: nothing may access it any more.
            let failure = error(change, call: "mdb_env_set_mapsize", figures: "the map is lost: open the file again")
            gate.failure = failure
            throw failure
        }
    }

    /// Reopens the file after a commit failed while it wrote its meta page, because LMDB then refuses all transactions.
    ///
    /// Readers continue as before. Write transactions stay refused unless `resumesWriting` is `true`.
    ///
    /// - Parameters:
    ///   - call: The call named in errors.
    ///   - resumesWriting: Whether write transactions may begin again.
    /// - Throws: ``LMDBError`` if this thread has a transaction open, or the file cannot be opened.
    func reopenAfterPanic(call: String, resumesWriting: Bool) throws(LMDBError) {
        guard unsafe TransactionFrame.outermost(in: self) == nil else { throw error(MDB_PANIC, call: call) }
        lock.lock()
        defer { lock.unlock() }
        gate.changers += 1
        while gate.uses > 0, !gate.isClosed { lock.wait() }
        gate.changers -= 1
        defer { lock.broadcast() }
        try checkUsable(call: call)
        // Another thread may have done so already.
        if hasPanicked() {
            gate.writingFailure = error(MDB_PANIC, call: call)
            try replaceHandle()
        }
        if resumesWriting { gate.writingFailure = nil }
    }

    /// Whether LMDB refuses transactions; the lock is held.
    private func hasPanicked() -> Bool {
        var transaction: OpaquePointer?
        let result = unsafe mdb_txn_begin(handle, nil, UInt32(MDB_RDONLY), &transaction)
        if result == MDB_SUCCESS { unsafe mdb_txn_abort(transaction) }
        return result == MDB_PANIC
    }

    /// Replaces LMDB's handle by a new one; the lock is held and the gate is empty.
    private func replaceHandle() throws(LMDBError) {
        let mapSize = mapSizeInForce()
        closeHandle()
        do throws(LMDBError) {
            let file = try DataFile(openingOrCreating: path)
            guard file.identity == identity else { throw .replaced(path: path) }
            var options = options
            options.mapSize = mapSize
            // Without the writers' gate: a thread of this process may be in it and wait for this lock.
            unsafe handle = try unsafe OpenedHandle.open(file, options: options, writers: nil).environment
            gate.doubts += 1
        } catch {
            gate.isHandleClosed = true
            gate.failure = error
            throw error
        }
    }

    /// Throws if write transactions are refused.
    func checkWritable() throws(LMDBError) {
        lock.lock()
        defer { lock.unlock() }
        if let failure = gate.writingFailure { throw failure }
    }

    /// Throws if the file is read unlocked and other processes use it.
    func checkUnlocked() throws(LMDBError) {
        guard let unlocked else { return }
        try whileOpen(call: "Environment.read") { () throws(LMDBError) in
            var descriptor: Int32 = -1
            let result = unsafe mdb_env_get_fd(handle, &descriptor)
            guard result == MDB_SUCCESS else { throw error(result, call: "mdb_env_get_fd") }
            try unlocked.check(descriptor)
        }
    }

    /// Whether dead readers are due to be cleared; `true` for one caller only.
    func claimReaderClearing() -> Bool {
        let now = ConditionLock.now
        lock.lock()
        defer { lock.unlock() }
        guard gate.readersCleared == 0 || now - gate.readersCleared >= Self.readerClearingInterval else { return false }
        gate.readersCleared = now
        return true
    }

    /// The latest unsettled doubt about the meta pages; `nil` if there is none.
    var doubt: UInt64? {
        lock.lock()
        defer { lock.unlock() }
        return gate.settledDoubts < gate.doubts ? gate.doubts : nil
    }

    /// Puts the meta pages on disk in doubt.
    ///
    /// - Returns: The doubt.
    @discardableResult
    func raiseDoubt() -> UInt64 {
        lock.lock()
        defer { lock.unlock() }
        gate.doubts += 1
        return gate.doubts
    }

    /// Settles a doubt and all earlier ones.
    func settle(_ doubt: UInt64) {
        lock.lock()
        defer { lock.unlock() }
        gate.settledDoubts = max(gate.settledDoubts, doubt)
    }

    /// Withdraws a doubt that proved unfounded, if no earlier one is open; another writer may have raised a later one.
    func withdraw(_ doubt: UInt64) {
        lock.lock()
        defer { lock.unlock() }
        if gate.settledDoubts == doubt - 1 { gate.settledDoubts = doubt }
    }

    /// Runs a body inside the gate, for calls that need the environment but no transaction.
    func whileOpen<R>(call: String, _ body: () throws(LMDBError) -> R) throws(LMDBError) -> R {
        _ = try unsafe enter(call: call)
        defer { unsafe leave() }
        return try body()
    }

    /// The map size; the lock is held.
    private func mapSizeInForce() -> Int {
        var information = unsafe MDB_envinfo()
        return unsafe mdb_env_info(handle, &information) == MDB_SUCCESS ? information.me_mapsize : options.mapSize
    }

    /// Throws unless the environment is usable; the lock is held.
    private func checkUsable(call: String) throws(LMDBError) {
        if let failure = gate.failure { throw failure }
        if gate.isClosed { throw .closed(call: call, path: path) }
    }
}

extension SharedEnvironment {
    /// The file's second map; valid while the calling thread is inside the gate.
    ///
    /// - Throws: ``LMDBError``: `outOfMemory` if the address space is exhausted.
    @inline(__always)
    func pageMap() throws(LMDBError) -> Unmanaged<PageMap> {
        let known = mappedPages.load(ordering: .acquiring)
        if let reference = unsafe UnsafeRawPointer(bitPattern: known) { return unsafe Unmanaged.fromOpaque(reference) }
        return try unsafe pageMap(covering: 1)
    }

    /// The second map, replaced by a larger one if it does not cover a page.
    ///
    /// - Parameters:
    ///   - page: The page.
    ///   - bytes: The maximum size of the map; by default that of LMDB's map.
    /// - Returns: The map.
    /// - Throws: ``LMDBError``: `outOfMemory` if the address space is exhausted.
    func pageMap(covering page: UInt64, upTo bytes: Int? = nil) throws(LMDBError) -> Unmanaged<PageMap> {
        lock.lock()
        defer { lock.unlock() }
        let whole = mapSizeInForce()
        // Only a damaged file names a page beyond the largest possible map.
        if let map = gate.pageMaps.last, map.covers(page) || map.bytes >= whole { return unsafe .passUnretained(map) }
        var descriptor: Int32 = -1
        let result = unsafe mdb_env_get_fd(handle, &descriptor)
        guard result == MDB_SUCCESS else { throw error(result, call: "mdb_env_get_fd") }
        let map = try PageMap.mapping(
            descriptor, upTo: bytes ?? whole, isShort: whole < options.mapSize, covering: page, pageSize: pageSize,
            path: path)
        gate.pageMaps.append(map)
        unsafe mappedPages.store(UInt(bitPattern: Unmanaged.passUnretained(map).toOpaque()), ordering: .releasing)
        return unsafe .passUnretained(map)
    }

    /// Releases the second map; the lock is held and the gate is empty.
    private func dropPageMap() {
        mappedPages.store(0, ordering: .releasing)
        gate.pageMaps = []
    }
}
