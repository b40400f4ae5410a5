#if canImport(Darwin)
    internal import Darwin
#elseif canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#endif

/// What one call of `read` or `write` keeps on its own stack while it runs.
///
/// The frames of a thread form a chain, so that a thread which already has a transaction open is recognised: it may
/// not wait behind somebody who waits for that very transaction. Transactions and cursors point to their frame; a
/// frame outlives them because a precondition at its end says so.
struct TransactionFrame {
    /// The environment, kept alive by the call whose frame this is.
    let environment: Unmanaged<SharedEnvironment>
    let isWriting: Bool
    /// Whether the transaction is still to be ended.
    var isOpen = false
    /// How many cursors of the transaction exist.
    var cursors = 0
    /// How many references to the environment were closed inside the transaction, to be let go after it.
    var deferredReleases = 0
    /// The frame of the transaction that this one is nested in, on this thread.
    private var outer: UnsafeMutablePointer<TransactionFrame>?

    init(_ environment: SharedEnvironment, isWriting: Bool) {
        self.environment = .passUnretained(environment)
        self.isWriting = isWriting
    }

    /// The key under which each thread keeps its innermost frame.
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

    /// The outermost frame of the calling thread in the environment, a writing one only if asked for.
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

    /// Whether the calling thread has a transaction open in the environment of the file.
    static func threadHasOne(in file: FileIdentity) -> Bool {
        var frame = innermost
        while let current = frame {
            if current.pointee.environment._withUnsafeGuaranteedRef({ $0.identity == file }) { return true }
            frame = current.pointee.outer
        }
        return false
    }

    /// Makes the frame the calling thread's innermost one.
    static func push(_ frame: UnsafeMutablePointer<TransactionFrame>) {
        frame.pointee.isOpen = true
        frame.pointee.outer = innermost
        pthread_setspecific(key, frame)
    }

    /// Takes the frame off the calling thread's chain.
    static func pop(_ frame: UnsafeMutablePointer<TransactionFrame>) {
        precondition(frame.pointee.cursors == 0, "a cursor left the closure of its transaction")
        pthread_setspecific(key, frame.pointee.outer)
    }
}
