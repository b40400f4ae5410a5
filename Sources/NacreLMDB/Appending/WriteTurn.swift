import Nacre

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// Whose turn it is to wait for the log's write lock, among all writers in all processes.
///
/// LMDB's lock goes to whoever runs when it is let go, which is the one that has just had it: beside a writer that never
/// pauses, one that appends now and then would wait for long. So a writer first takes the turn, waits for the lock with
/// it, and passes it on as soon as it has the lock. The one that has just had the lock then finds the turn taken by whoever
/// waits, and comes after him.
///
/// It is a courtesy and guards nothing: where the system cannot lock the file, writers go on without turns.
final class WriteTurn: Sendable {
    private let descriptor: CInt

    /// - Parameter log: The path of the log. Closing another descriptor of it does no harm: LMDB locks another file.
    /// - Throws: `inputOutput` where it cannot be opened.
    init(log: String) throws(EventStoreError) {
        descriptor = open(log, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else {
            throw EventStoreError(
                .inputOutput, "\(quoted(log, upTo: .max)) cannot be opened: \(String(cString: strerror(errno)))")
        }
    }

    deinit { close(descriptor) }

    /// Runs a body with the turn.
    ///
    /// - Parameter body: What to do; it passes the turn on when it has the write lock, and at its end at the latest.
    /// - Returns: What the body returns.
    /// - Throws: What the body throws.
    func take<Result>(_ body: (_ pass: () -> Void) throws -> Result) rethrows -> Result {
        var isTaken = true
        while flock(descriptor, LOCK_EX) != 0 {
            guard errno == EINTR else {
                isTaken = false
                break
            }
        }
        let pass = {
            guard isTaken else { return }
            isTaken = false
            flock(self.descriptor, LOCK_UN)
        }
        defer { pass() }
        return try body(pass)
    }
}
