#if canImport(Darwin)
    internal import Darwin
#elseif canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#endif

/// Where writers of all threads and processes wait for LMDB's write lock.
///
/// LMDB waits for its lock without end and without a word, as when a signal has stopped the process that holds it. So its
/// lock is asked for behind a lock that can be tried, which is held as long as the transaction: a wait has a bound, names
/// the process that it is for, and can be ended.
///
/// It keeps a writer that never pauses from starving others, too, because a lock goes to the one that runs when it is let
/// go, which is the one that has just had it. So a writer that has to wait takes the turn first, and only with it waits
/// for the lock. One that finds the lock free need not ask for the turn each time, but does every few transactions: then
/// it finds the turn taken by the one that waits, and comes after it.
///
/// It guards nothing: LMDB's lock does. `@unchecked Sendable` is right because the state is touched with `lock` held, but
/// for `quickRounds`, which only the thread touches that holds the gate.
final class WriteGate: @unchecked Sendable {
    /// How many transactions may take the lock in a row without asking for the turn.
    private static let quickRoundsAtOnce = 8

    /// How long a thread sleeps before it looks whether its wait is to end.
    private static let slice: UInt64 = 5_000_000

    /// How long a writer leaves the lock to the one that has the turn, in nanoseconds: it may have been stopped with it.
    private static let courtesy: UInt64 = 500_000_000

    private let path: String
    private let file: WriteLockFile
    private let lock = ConditionLock()
    /// The threads of this process that wait, in order of arrival.
    private var line: [UInt64] = []
    private var lastTicket: UInt64 = 0
    private var isHeld = false
    private var isClosed = false
    private var quickRounds = 0

    /// - Throws: ``LMDBError`` where the file cannot be opened.
    init(of path: String) throws(LMDBError) {
        self.path = path
        file = try WriteLockFile(of: path)
    }

    /// Waits until this thread may write.
    ///
    /// - Parameter waits: How long to wait.
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

    /// Lets the next one write.
    func leave() {
        file.release()
        leaveAmongThreads()
    }

    /// How many threads of this process wait.
    var waitingCount: Int {
        lock.lock()
        defer { lock.unlock() }
        return line.count
    }

    /// Ends the gate, once no thread is in it; those that wait give up.
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
            lock.wait(atMost: Self.slice)
            if !isHeld, line.first == ticket { continue }
            // The notice's handler may do anything.
            lock.unlock()
            // The thread ahead may itself wait for another process. The file does not report this process's own lock.
            let outcome = Result { () throws(LMDBError) in try wait.goOn(behind: { file.holder ?? getpid() }) }
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
        if quickRounds > 0, file.hold() {
            quickRounds -= 1
            return
        }
        var hasWaited = false
        while !file.takeTurn() {
            // The turn is a courtesy. A process that was stopped with it does not hold the lock.
            if wait.hasLasted(Self.courtesy) || isTurnStopped(wait), file.hold() {
                quickRounds = Self.quickRoundsAtOnce
                return
            }
            try stay(&wait, &hasWaited)
        }
        defer { file.passTurn() }
        while !file.hold() { try stay(&wait, &hasWaited) }
        // Beside others, each transaction asks for the turn.
        quickRounds = hasWaited ? 0 : Self.quickRoundsAtOnce
    }

    /// Whether the process that has the turn is stopped; looked at only after a wait that costs more than the look.
    private func isTurnStopped(_ wait: borrowing WriteLockWait) -> Bool {
        wait.hasLasted(Self.slice) && WriteLockHolder(processID: file.turnHolder).isStopped
    }

    private func stay(_ wait: inout WriteLockWait, _ hasWaited: inout Bool) throws(LMDBError) {
        hasWaited = true
        try wait.goOn(behind: { file.holder })
        wait.sleep()
    }
}
