internal import Synchronization

#if canImport(Darwin)
    internal import Darwin
#elseif canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#endif

/// How long a write transaction waits for the write lock of its file, and what is said meanwhile.
public struct WriteLockPatience: Sendable {
    /// How long it waits; then beginning throws `lockTimeout`.
    public var bound: Duration

    /// After how long of waiting `notice` is called, once for each wait.
    public var noticeDelay: Duration

    /// Called with the process that is waited for, on the thread that waits.
    public var notice: @Sendable (WriteLockHolder) -> Void

    /// Creates a patience; what is left out suits a store.
    ///
    /// - Parameters:
    ///   - bound: How long to wait.
    ///   - noticeDelay: After how long to call `notice`.
    ///   - notice: Called with the process that is waited for.
    public init(
        bound: Duration = .seconds(30), noticeDelay: Duration = .seconds(1),
        notice: @escaping @Sendable (WriteLockHolder) -> Void = { _ in }
    ) {
        self.bound = bound
        self.noticeDelay = noticeDelay
        self.notice = notice
    }
}

/// The waiting of one reference to an environment: its patience, and whether it has an end before that.
final class WriteLockWaits: Sendable {
    let path: String
    let patience: WriteLockPatience
    /// When all waiting ends, on the clock of `ConditionLock`.
    private let end = Atomic<UInt64>(.max)

    init(path: String, patience: WriteLockPatience) {
        self.path = path
        self.patience = patience
    }

    /// Has all waiting, that to come too, end within a time.
    func end(within duration: Duration) {
        let last = ConditionLock.now &+ duration.wholeNanoseconds
        if last < end.load(ordering: .acquiring) { end.store(last, ordering: .releasing) }
    }

    /// Whether waiting is to end now.
    func isOver(at now: UInt64) -> Bool { now >= end.load(ordering: .acquiring) }
}

/// One wait for a write lock.
struct WriteLockWait {
    private let waits: WriteLockWaits
    private var begun: UInt64 = 0
    private var hasNoticed = false

    init(_ waits: WriteLockWaits) {
        self.waits = waits
    }

    /// Goes on waiting, or gives up.
    ///
    /// - Parameter holder: The process that holds the lock; asked for where it is to be named.
    /// - Throws: ``LMDBError``: `lockTimeout` where the wait has taken too long, `waitEnded` where all waiting has ended.
    mutating func goOn(behind holder: () -> Int32?) throws(LMDBError) {
        let now = ConditionLock.now
        if begun == 0 { begun = now }
        let waited = now - begun
        if waits.isOver(at: now) { throw .waitEnded(WriteLockHolder(processID: holder()), path: waits.path) }
        if waited >= waits.patience.bound.wholeNanoseconds {
            throw .lockTimeout(
                WriteLockHolder(processID: holder()), after: waits.patience.bound, path: waits.path)
        }
        if !hasNoticed, waited >= waits.patience.noticeDelay.wholeNanoseconds {
            hasNoticed = true
            waits.patience.notice(WriteLockHolder(processID: holder()))
        }
    }

    /// Whether it has gone on for so many nanoseconds.
    func hasLasted(_ nanoseconds: UInt64) -> Bool {
        begun != 0 && ConditionLock.now - begun >= nanoseconds
    }

    /// Sleeps as long as suits how long it has waited: about as long as a commit takes at first, then longer, so that a
    /// long wait costs no processor.
    func sleep() {
        let waited = begun == 0 ? 0 : ConditionLock.now - begun
        usleep(waited < 50_000_000 ? 20 : waited < 1_000_000_000 ? 500 : 5_000)
    }
}

extension Duration {
    /// The duration in nanoseconds, within what a clock of 64 bits can count.
    var wholeNanoseconds: UInt64 {
        let (seconds, attoseconds) = components
        guard seconds >= 0, attoseconds >= 0 else { return 0 }
        // A hundred years, so that sums stay in bounds.
        guard seconds < 3_155_760_000 else { return 3_155_760_000_000_000_000 }
        return UInt64(seconds) * 1_000_000_000 + UInt64(attoseconds) / 1_000_000_000
    }
}

extension LMDBError {
    /// The error of a write transaction whose wait was ended before it got the write lock.
    static func waitEnded(_ holder: WriteLockHolder, path: String) -> LMDBError {
        LMDBError(
            code: .waitEnded, call: "Environment.write",
            message: "\(path): closed while it waited for the write lock, which \(holder.description) holds")
    }

    /// The error of a write transaction that did not get the write lock in time.
    static func lockTimeout(_ holder: WriteLockHolder, after bound: Duration, path: String) -> LMDBError {
        LMDBError(
            code: .lockTimeout, call: "Environment.write",
            message: """
                \(path): \(holder.description) has held the write lock for longer than the \(bound) that a writer \
                waits: \(holder.remedy)
                """)
    }
}
