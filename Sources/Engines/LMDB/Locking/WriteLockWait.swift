internal import Synchronization

#if canImport(Darwin)
    internal import Darwin
#elseif canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#endif

/// How long a write transaction waits for the write lock of its file, and when waiting is reported.
public struct WriteLockWaitPolicy: Sendable {
    /// How long it waits; then beginning the transaction throws `lockTimeout`.
    public var limit: Duration

    /// After how long `notice` is called, once for each wait.
    public var noticeDelay: Duration

    /// Called on the waiting thread with the process that holds the lock.
    public var notice: @Sendable (WriteLockHolder) -> Void

    /// Creates a policy; the defaults suit a store.
    ///
    /// - Parameters:
    ///   - limit: How long to wait.
    ///   - noticeDelay: After how long to call `notice`.
    ///   - notice: Called with the process that holds the lock.
    public init(
        limit: Duration = .seconds(30), noticeDelay: Duration = .seconds(1),
        notice: @escaping @Sendable (WriteLockHolder) -> Void = { _ in }
    ) {
        self.limit = limit
        self.noticeDelay = noticeDelay
        self.notice = notice
    }
}

/// How the writers of one reference to an environment wait: its policy, and an optional earlier end of all waits.
final class WriteLockWaits: Sendable {
    let path: String
    let waitPolicy: WriteLockWaitPolicy
    /// When all waiting ends, on the clock of `ConditionLock`.
    private let end = Atomic<UInt64>(.max)

    init(path: String, waitPolicy: WriteLockWaitPolicy) {
        self.path = path
        self.waitPolicy = waitPolicy
    }

    /// Ends all waiting, present and future, after a duration.
    func end(within duration: Duration) {
        let last = ConditionLock.now &+ duration.wholeNanoseconds
        if last < end.load(ordering: .acquiring) { end.store(last, ordering: .releasing) }
    }

    /// Whether waiting ends now.
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

    /// Continues waiting, or throws.
    ///
    /// - Parameter holder: The process that holds the lock; called only if it must be named.
    /// - Throws: ``LMDBError``: `lockTimeout` if the wait has taken too long; `waitEnded` if all waiting has ended.
    mutating func checkLimits(holder: () -> Int32?) throws(LMDBError) {
        let now = ConditionLock.now
        if begun == 0 { begun = now }
        let waited = now - begun
        if waits.isOver(at: now) { throw .waitEnded(WriteLockHolder(processID: holder()), path: waits.path) }
        if waited >= waits.waitPolicy.limit.wholeNanoseconds {
            throw .lockTimeout(
                WriteLockHolder(processID: holder()), after: waits.waitPolicy.limit, path: waits.path)
        }
        if !hasNoticed, waited >= waits.waitPolicy.noticeDelay.wholeNanoseconds {
            hasNoticed = true
            waits.waitPolicy.notice(WriteLockHolder(processID: holder()))
        }
    }

    /// Whether the wait has lasted for a number of nanoseconds.
    func hasLasted(_ nanoseconds: UInt64) -> Bool {
        begun != 0 && ConditionLock.now - begun >= nanoseconds
    }

    /// Sleeps for a time that grows with the wait: at first about as long as a commit takes, so that a long wait costs
    /// little processor time.
    func sleep() {
        let waited = begun == 0 ? 0 : ConditionLock.now - begun
        usleep(waited < 50_000_000 ? 20 : waited < 1_000_000_000 ? 500 : 5_000)
    }
}

extension Duration {
    /// The duration in nanoseconds, clamped to the range of a 64-bit clock.
    var wholeNanoseconds: UInt64 {
        let (seconds, attoseconds) = components
        guard seconds >= 0, attoseconds >= 0 else { return 0 }
        // A hundred years, so that sums do not overflow.
        guard seconds < 3_155_760_000 else { return 3_155_760_000_000_000_000 }
        return UInt64(seconds) * 1_000_000_000 + UInt64(attoseconds) / 1_000_000_000
    }
}

extension LMDBError {
    /// The error of a write transaction whose wait was ended before it got the write lock.
    static func waitEnded(_ holder: WriteLockHolder, path: String) -> LMDBError {
        LMDBError(
            code: .waitEnded, call: "Environment.write",
            message: "\(path): it was closed while a write waited for the write lock, which \(holder.description) holds"
        )
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
