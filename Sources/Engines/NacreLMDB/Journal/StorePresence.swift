package import LMDB
package import Nacre

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// The registration of one opening of a store, by which openings of all processes see each other.
///
/// An opening that is alone can own the journal, and appends to it. Every further opening, in this or another process,
/// registers before it reads anything, and then waits until the owner has given up the ownership. It therefore never
/// reads a log whose last events are in the journal of another one.
///
/// An opening whose user can neither open nor create the lock file is registered without a lock: it can never own the
/// journal, and owners do not see it. One that can only read the lock file is seen, and can never own the journal.
///
/// Can be used from any thread, but not in a child process after `fork`, which does not have the locks. The lock file
/// may not be removed while a store is open; an owner that notices it gives the journal up.
package final class StorePresence: Sendable {
    // APP-21: The journal belongs to the one opening that has the store for itself.

    /// `nil` if there is no lock.
    private let opening: PresenceRegistry.Opening?

    private init(_ opening: PresenceRegistry.Opening?) { self.opening = opening }

    /// Registers an opening, and waits until no other opening owns the journal.
    ///
    /// Blocks the calling thread while it waits. A stopped owner is waited for, never overtaken.
    ///
    /// - Parameters:
    ///   - folder: The folder of the store, which exists.
    ///   - policy: How long to wait, and when the owner is reported: once, on this thread.
    /// - Returns: The registration.
    /// - Throws: `locked` if the owner keeps the ownership for longer than the limit; `inputOutput` if the lock file
    ///   cannot be opened or locked for another reason than missing permissions. Then nothing is registered.
    package static func register(
        in folder: StoreFolder, waiting policy: WriteLockWaitPolicy
    ) throws(EventStoreError) -> StorePresence {
        // The presence first: an owner that takes the ownership after the look below sees it.
        let presence = try add(in: folder)
        do throws(EventStoreError) {
            try presence.waitForOwner(in: folder, policy)
        } catch {
            presence.close()
            throw error
        }
        return presence
    }

    /// Registers an opening, which must not look at anything else before ``otherOwner()`` has found no owner.
    ///
    /// - Throws: As ``register(in:waiting:)``, but for `locked`.
    static func add(in folder: StoreFolder) throws(EventStoreError) -> StorePresence {
        StorePresence(try PresenceRegistry.shared.add(at: folder.journalLock))
    }

    /// The process of another opening that owns the journal.
    ///
    /// - Returns: The process id, 0 if it is of another namespace; `nil` if there is none, or this one has no lock.
    /// - Throws: `inputOutput` if the system cannot tell.
    func otherOwner() throws(EventStoreError) -> Int32? {
        guard let opening else { return nil }
        return try PresenceRegistry.shared.otherOwner(than: opening)
    }

    private func waitForOwner(in folder: StoreFolder, _ policy: WriteLockWaitPolicy) throws(EventStoreError) {
        let begun = ContinuousClock.now
        var hasNoticed = false
        while let processID = try otherOwner() {
            let waited = begun.duration(to: .now)
            guard waited < policy.limit else {
                throw .journalInUse(in: folder, by: WriteLockHolder(ofPresence: processID), after: policy.limit)
            }
            if !hasNoticed, waited >= policy.noticeDelay {
                hasNoticed = true
                policy.notice(WriteLockHolder(ofPresence: processID))
            }
            usleep(1_000)
        }
    }

    /// Whether other openings see this one, and wait for it if it owns the journal.
    ///
    /// `false` if the lock file could be neither opened nor created. The store may then be in use by an owner.
    package var hasLock: Bool { opening != nil }

    /// Whether no other opening, in this or another process, is registered.
    ///
    /// `false` if this one is closed, or registered without a lock, or if the lock file was removed or replaced: others
    /// cannot be seen then.
    ///
    /// - Throws: `inputOutput` if the system cannot tell.
    /// - Complexity: At most two system calls.
    package var isAlone: Bool {
        get throws(EventStoreError) {
            guard let opening else { return false }
            return try PresenceRegistry.shared.isAlone(opening)
        }
    }

    /// Takes the ownership of the journal if no other opening is registered.
    ///
    /// Idempotent.
    ///
    /// - Returns: Whether this opening owns the journal now. An owner keeps it until ``disown()``, also while others
    ///   wait for it.
    /// - Throws: `inputOutput` if the lock file cannot be locked or inspected; then the ownership was not taken.
    package func own() throws(EventStoreError) -> Bool {
        guard let opening else { return false }
        return try PresenceRegistry.shared.own(opening)
    }

    /// Whether this opening owns the journal.
    package var isOwner: Bool { opening.map(PresenceRegistry.shared.isOwner) ?? false }

    /// Gives up the ownership, so that waiting openings continue.
    package func disown() {
        if let opening { PresenceRegistry.shared.disown(opening) }
    }

    /// Ends the registration, and the ownership with it.
    ///
    /// Safe to call twice.
    package func close() {
        if let opening { PresenceRegistry.shared.remove(opening) }
    }

    deinit { close() }
}

extension WriteLockHolder {
    /// - Parameter processID: The process id that the system reports: 0 for a process of another namespace.
    fileprivate init(ofPresence processID: Int32) {
        self.init(processID: processID > 0 ? processID : nil)
    }
}

extension EventStoreError {
    fileprivate static func journalInUse(
        in folder: StoreFolder, by holder: WriteLockHolder, after limit: Duration
    ) -> EventStoreError {
        let (owner, remedy) =
            holder.isThisProcess
            ? ("another opening of this process", "close it first, or do not block its threads")
            : (holder.description, holder.remedy)
        return EventStoreError(
            .locked,
            """
            \(quoted(folder.path, upTo: .max)): \(owner) has kept the journal of the store for longer than the \
            \(limit) that opening waits: \(remedy)
            """)
    }
}
