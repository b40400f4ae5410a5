internal import Synchronization

/// An immutable object that a program attaches to an open file, shared by all references to it in this process.
///
/// It lasts until the last reference is closed. Reading it costs one load while nothing is attached.
public final class EnvironmentAttachment: @unchecked Sendable {
    // Sendable: `attached` is accessed only with the lock held.
    // Not `Mutex`, which the thread sanitizer does not understand on Linux.
    private let lock = ConditionLock()
    private var attached: (any AnyObject & Sendable)?
    /// Whether an object is attached; changed with the lock held.
    private let isAttached = Atomic<Bool>(false)

    init() {}

    /// The attached object, which stays valid for its holder when it is replaced; `nil` if there is none.
    public var object: (any AnyObject & Sendable)? {
        guard isAttached.load(ordering: .acquiring) else { return nil }
        lock.lock()
        defer { lock.unlock() }
        return attached
    }

    /// Replaces the object atomically.
    ///
    /// - Parameter change: Returns the new object for the present one; `nil` detaches it.
    /// - Throws: The error of `change`, which leaves the object as it is.
    public func replace(
        _ change: ((any AnyObject & Sendable)?) throws -> (any AnyObject & Sendable)?
    ) rethrows {
        // The object of before may be large: it is released here, with the lock not held.
        _ = try exchange(change)
    }

    /// Replaces the object.
    ///
    /// - Returns: The object of before.
    private func exchange(
        _ change: ((any AnyObject & Sendable)?) throws -> (any AnyObject & Sendable)?
    ) rethrows -> (any AnyObject & Sendable)? {
        lock.lock()
        defer { lock.unlock() }
        let before = attached
        attached = try change(before)
        isAttached.store(attached != nil, ordering: .releasing)
        return before
    }
}

extension WriteTransaction {
    /// What is attached to the file.
    public var attachment: EnvironmentAttachment {
        unsafe frame.pointee.environment._withUnsafeGuaranteedRef { $0.attachment }
    }
}
