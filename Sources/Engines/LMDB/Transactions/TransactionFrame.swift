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
///
/// `@safe` is right because the call that owns the frame keeps the environment alive and outlives inner frames.
@safe
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
        unsafe self.environment = .passUnretained(environment)
        self.isWriting = isWriting
    }

    /// The thread-local key of each thread's innermost frame.
    // Thread-local and not a task-local value: transactions are synchronous and belong to a thread.
    private static let key: pthread_key_t = {
        var key = pthread_key_t()
        let result = unsafe pthread_key_create(&key, nil)
        precondition(result == 0, "the process has no thread-specific key left (\(result))")
        return key
    }()

    /// The innermost frame of the calling thread.
    static var innermost: UnsafeMutablePointer<TransactionFrame>? {
        unsafe pthread_getspecific(key)?.assumingMemoryBound(to: TransactionFrame.self)
    }

    /// The outermost frame of the calling thread in the environment; with `writing`, only of a write transaction.
    static func outermost(
        in environment: SharedEnvironment, writing: Bool = false
    ) -> UnsafeMutablePointer<TransactionFrame>? {
        var found: UnsafeMutablePointer<TransactionFrame>?
        var frame = unsafe innermost
        while let current = unsafe frame {
            if unsafe current.pointee.environment.toOpaque() == Unmanaged.passUnretained(environment).toOpaque(),
                unsafe current.pointee.isWriting || !writing
            {
                unsafe found = current
            }
            unsafe frame = current.pointee.outer
        }
        return unsafe found
    }

    /// Whether the calling thread has a transaction open on the file.
    static func threadHasOne(in file: FileIdentity) -> Bool {
        var frame = unsafe innermost
        while let current = unsafe frame {
            if unsafe current.pointee.environment._withUnsafeGuaranteedRef({ $0.identity == file }) { return true }
            unsafe frame = current.pointee.outer
        }
        return false
    }

    /// Pushes the frame on the calling thread's chain.
    static func push(_ frame: UnsafeMutablePointer<TransactionFrame>) {
        unsafe frame.pointee.isOpen = true
        unsafe frame.pointee.outer = innermost
        unsafe pthread_setspecific(key, frame)
    }

    /// Pops the frame from the calling thread's chain.
    static func pop(_ frame: UnsafeMutablePointer<TransactionFrame>) {
        unsafe precondition(frame.pointee.cursors == 0, "a cursor escaped its transaction's closure")
        unsafe pthread_setspecific(key, frame.pointee.outer)
    }
}
