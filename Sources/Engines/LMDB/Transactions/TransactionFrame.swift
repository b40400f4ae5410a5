#if canImport(Darwin)
    internal import Darwin
#elseif canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#endif

/// The state that one call of `read` or `write` keeps on its stack while it runs.
///
/// The frames of a thread form a chain, which shows whether the thread already has a transaction open: such a thread
/// must not wait for a thread that waits for that transaction. Transactions and cursors point to their frame; a
/// precondition at the frame's end ensures that it outlives them.
struct TransactionFrame {
    /// The environment, kept alive by the call that owns this frame.
    let environment: Unmanaged<SharedEnvironment>
    let isWriting: Bool
    /// Whether the transaction has not been ended yet.
    var isOpen = false
    /// The number of open cursors of the transaction.
    var cursors = 0
    /// The number of references to the environment closed inside the transaction, to be released after it.
    var deferredReleases = 0
    /// The frame of the enclosing transaction on this thread.
    private var outer: UnsafeMutablePointer<TransactionFrame>?

    init(_ environment: SharedEnvironment, isWriting: Bool) {
        self.environment = .passUnretained(environment)
        self.isWriting = isWriting
    }

    /// The thread-local key of each thread's innermost frame.
    // Thread-local and not a task-local value: transactions are synchronous and belong to a thread.
    private static let key: pthread_key_t = {
        var key = pthread_key_t()
        let result = pthread_key_create(&key, nil)
        precondition(result == 0, "the process has no thread-specific key left (\(result))")
        return key
    }()

    /// The innermost frame of the calling thread.
    static var innermost: UnsafeMutablePointer<TransactionFrame>? {
        pthread_getspecific(key)?.assumingMemoryBound(to: TransactionFrame.self)
    }

    /// The outermost frame of the calling thread in the environment; with `writing`, only of a write transaction.
    static func outermost(
        in environment: SharedEnvironment, writing: Bool = false
    ) -> UnsafeMutablePointer<TransactionFrame>? {
        var found: UnsafeMutablePointer<TransactionFrame>?
        var frame = innermost
        while let current = frame {
            if current.pointee.environment.toOpaque() == Unmanaged.passUnretained(environment).toOpaque(),
                current.pointee.isWriting || !writing
            {
                found = current
            }
            frame = current.pointee.outer
        }
        return found
    }

    /// Whether the calling thread has a transaction open on the file.
    static func threadHasOne(in file: FileIdentity) -> Bool {
        var frame = innermost
        while let current = frame {
            if current.pointee.environment._withUnsafeGuaranteedRef({ $0.identity == file }) { return true }
            frame = current.pointee.outer
        }
        return false
    }

    /// Pushes the frame on the calling thread's chain.
    static func push(_ frame: UnsafeMutablePointer<TransactionFrame>) {
        frame.pointee.isOpen = true
        frame.pointee.outer = innermost
        pthread_setspecific(key, frame)
    }

    /// Pops the frame from the calling thread's chain.
    static func pop(_ frame: UnsafeMutablePointer<TransactionFrame>) {
        precondition(frame.pointee.cursors == 0, "a cursor left the closure of its transaction")
        pthread_setspecific(key, frame.pointee.outer)
    }
}
