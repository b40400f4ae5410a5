#if canImport(Darwin)
    internal import Darwin
#elseif canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#endif

/// The gate at which writers of all threads and processes wait for LMDB's write lock.
///
/// LMDB waits for its lock without a limit and without a message, for example if a signal has stopped the process that
/// holds it. So a second lock, which can be tried, is taken first and held during the transaction: a wait then has a
/// limit, can name the holding process, and can be ended.
///
/// The gate also prevents starvation. A released lock goes to a running thread, which is usually the one that released
/// it. So a writer that must wait first takes the turn, and waits for the lock only with it. A writer that finds the
/// lock free asks for the turn only every few transactions; if another writer waits, it then finds the turn taken and
/// queues behind it.
///
/// The gate protects no data; LMDB's lock does. `@unchecked Sendable` is right because the state is accessed with
/// `lock` held, except `roundsWithoutTurn`, which only the thread that holds the gate accesses.
final class WriteGate: @unchecked Sendable {
    // APP-16: Writers wait for each other at a lock that can be tried (`WriteGate`).

    // APP-17: A writer that has to wait takes the turn first.
    /// How many transactions in a row may take the lock without asking for the turn.
    private static let maxRoundsWithoutTurn = 8

    /// How long a thread sleeps before it checks whether its wait has ended, in nanoseconds.
    private static let checkInterval: UInt64 = 5_000_000

    /// How long a writer yields to the holder of the turn, in nanoseconds: that process may have been stopped.
    private static let maxYield: UInt64 = 500_000_000

    private let path: String
    private let file: WriteLockFile
    private let lock = ConditionLock()
    /// The waiting threads of this process, in order of arrival.
    private var line: [UInt64] = []
    private var lastTicket: UInt64 = 0
    private var isHeld = false
    private var isClosed = false
    private var roundsWithoutTurn = 0

    /// - Throws: ``LMDBError`` if the file cannot be opened.
    init(of path: String) throws(LMDBError) {
        self.path = path
        file = try WriteLockFile(of: path)
    }

    /// Waits until this thread may write.
    ///
    /// - Parameter waits: The limits on waiting.
    /// - Throws: ``LMDBError``: `lockTimeout`, `waitEnded`, `closed`.
    func enter(_ waits: WriteLockWaits) throws(LMDBError) {
        var wait = WriteLockWait(waits)
        try enterAmongThreads(&wait)
        do throws(LMDBError) {
            try enterAmongProcesses(&wait)
        } catch {
            leaveAmongThreads()
            throw error
        }
    }

    /// Admits the next writer.
    func leave() {
        file.release()
        leaveAmongThreads()
    }

    /// The number of waiting threads in this process.
    var waitingCount: Int {
        lock.lock()
        defer { lock.unlock() }
        return line.count
    }

    /// Closes the gate, once no thread is in it; waiting threads throw `closed`.
    func close() {
        lock.lock()
        isClosed = true
        lock.broadcast()
        while isHeld || !line.isEmpty { lock.wait() }
        lock.unlock()
        file.end()
    }

    private func enterAmongThreads(_ wait: inout WriteLockWait) throws(LMDBError) {
        lock.lock()
        defer { lock.unlock() }
        guard isHeld || !line.isEmpty || isClosed else {
            isHeld = true
            return
        }
        lastTicket += 1
        let ticket = lastTicket
        line.append(ticket)
        defer {
            line.removeAll { $0 == ticket }
            lock.broadcast()
        }
        while true {
            if isClosed { throw .closed(call: "Environment.write", path: path) }
            if !isHeld, line.first == ticket { break }
            // At intervals: nothing signals the condition when a limit expires or the waiting of one reference ends.
            lock.wait(atMost: Self.checkInterval)
            if !isHeld, line.first == ticket { continue }
            // The notice's handler may run arbitrary code, so the lock is released.
            lock.unlock()
            // The thread ahead may wait for another process. The file does not report this process's own lock.
            let outcome = Result { () throws(LMDBError) in try wait.checkLimits(holder: { file.holder ?? getpid() }) }
            lock.lock()
            try outcome.get()
        }
        isHeld = true
    }

    private func leaveAmongThreads() {
        lock.lock()
        isHeld = false
        if !line.isEmpty || isClosed { lock.broadcast() }
        lock.unlock()
    }

    private func enterAmongProcesses(_ wait: inout WriteLockWait) throws(LMDBError) {
        if roundsWithoutTurn > 0, file.hold() {
            roundsWithoutTurn -= 1
            return
        }
        var hasWaited = false
        while !file.takeTurn() {
            // The turn only orders writers: a process that was stopped while it has the turn does not hold the lock.
            if wait.hasLasted(Self.maxYield) || isTurnStopped(wait), file.hold() {
                roundsWithoutTurn = Self.maxRoundsWithoutTurn
                return
            }
            try waitOnce(&wait, &hasWaited)
        }
        // Held only until the lock is taken: the next waiter then queues while this one writes (APP-17).
        defer { file.passTurn() }
        while !file.hold() { try waitOnce(&wait, &hasWaited) }
        // With competing writers, each transaction asks for the turn.
        roundsWithoutTurn = hasWaited ? 0 : Self.maxRoundsWithoutTurn
    }

    /// Whether the process with the turn is stopped; checked only after a wait that costs more than the check.
    private func isTurnStopped(_ wait: borrowing WriteLockWait) -> Bool {
        wait.hasLasted(Self.checkInterval) && WriteLockHolder(processID: file.turnHolder).isStopped
    }

    private func waitOnce(_ wait: inout WriteLockWait, _ hasWaited: inout Bool) throws(LMDBError) {
        hasWaited = true
        try wait.checkLimits(holder: { file.holder })
        wait.sleep()
    }
}
