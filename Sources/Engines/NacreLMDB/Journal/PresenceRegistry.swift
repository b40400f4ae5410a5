import LMDB
import Nacre
import Synchronization

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// The registered openings of this process, for all stores.
///
/// The system keeps POSIX record locks by process, and drops them when any descriptor of the file is closed. The process
/// therefore has one registry, which keeps a lock file open until the last opening of its store has ended, and knows
/// the openings that one lock stands for. The mutex is held for system calls that do not wait.
final class PresenceRegistry: Sendable {
    static let shared = PresenceRegistry()

    /// One opening: the lock file of its store, and a number that no other opening of this process has.
    struct Opening: Sendable {
        fileprivate let file: FileIdentity
        fileprivate let number: UInt64
    }

    fileprivate struct Entry {
        let file: PresenceLockFile
        /// Further descriptors of the file, which may not be closed before it.
        var furtherFiles: [PresenceLockFile] = []
        var openings: Set<UInt64> = []
        var owner: UInt64?
    }

    fileprivate struct State {
        var entries: [FileIdentity: Entry] = [:]
        var lastNumber: UInt64 = 0
    }

    private let state = Mutex(State())

    private init() {}

    /// Registers an opening, and takes the presence for the first one of a store.
    ///
    /// - Parameter path: The path of the lock file.
    /// - Returns: The opening; `nil` if this user can neither open nor create the lock file.
    /// - Throws: `inputOutput` if the lock file cannot be opened or locked for another reason.
    func add(at path: String) throws(EventStoreError) -> Opening? {
        try state.withLock { (state) throws(EventStoreError) in
            guard let file = try state.opened(path) else { return nil }
            state.lastNumber += 1
            state.entries[file]?.openings.insert(state.lastNumber)
            return Opening(file: file, number: state.lastNumber)
        }
    }

    /// Ends an opening and its ownership; the last one of a store closes the lock file.
    ///
    /// Safe to call twice.
    ///
    /// - Parameter opening: The opening.
    func remove(_ opening: Opening) {
        state.withLock { state in
            guard var entry = state.entries[opening.file], entry.openings.remove(opening.number) != nil else { return }
            entry.release(opening.number)
            guard entry.openings.isEmpty else {
                state.entries[opening.file] = entry
                return
            }
            state.entries[opening.file] = nil
            for file in [entry.file] + entry.furtherFiles { file.end() }
        }
    }

    /// The process of the other opening that owns the journal.
    ///
    /// - Returns: The process id, 0 if the process is of another namespace; `nil` if no other opening owns the journal.
    /// - Throws: `inputOutput` if the system cannot tell.
    func otherOwner(than opening: Opening) throws(EventStoreError) -> Int32? {
        try state.withLock { (state) throws(EventStoreError) in
            guard let entry = state.entries[opening.file] else { return nil }
            if let owner = entry.owner { return owner == opening.number ? nil : getpid() }
            return try entry.file.otherHolder(of: .ownership)
        }
    }

    /// Whether an opening is registered, and no other one in any process.
    func isAlone(_ opening: Opening) throws(EventStoreError) -> Bool {
        try state.withLock { (state) throws(EventStoreError) in
            try state.entries[opening.file]?.isAlone(opening.number) ?? false
        }
    }

    /// Takes the ownership, unless another opening is registered.
    ///
    /// - Parameters:
    ///   - opening: The opening.
    ///   - moment: Called between taking the ownership and looking for other openings. Tests register one there.
    /// - Returns: Whether the opening owns the journal now.
    /// - Throws: `inputOutput` if the lock file cannot be locked or inspected.
    func own(
        _ opening: Opening, at moment: (PresenceLockFile) -> Void = { _ in }
    ) throws(EventStoreError) -> Bool {
        try state.withLock { (state) throws(EventStoreError) in
            guard var entry = state.entries[opening.file] else { return false }
            let owns = try entry.own(opening.number, at: moment)
            state.entries[opening.file] = entry
            return owns
        }
    }

    /// Whether an opening owns the journal.
    func isOwner(_ opening: Opening) -> Bool {
        state.withLock { $0.entries[opening.file]?.owner == opening.number }
    }

    /// Gives up the ownership of an opening, if it has it.
    func disown(_ opening: Opening) {
        state.withLock { $0.entries[opening.file]?.release(opening.number) }
    }
}

extension PresenceRegistry.State {
    /// Opens a lock file with its presence taken, unless it is open already.
    fileprivate mutating func opened(_ path: String) throws(EventStoreError) -> FileIdentity? {
        if let known = FileIdentity(at: path), entries[known] != nil { return known }
        guard let file = try PresenceLockFile(openingOrCreating: path) else { return nil }
        guard entries[file.identity] == nil else {
            // The path led to another file a moment ago. Closing this descriptor would drop the locks.
            entries[file.identity]?.furtherFiles.append(file)
            return file.identity
        }
        do throws(EventStoreError) {
            try file.share()
        } catch {
            file.end()
            throw error
        }
        entries[file.identity] = PresenceRegistry.Entry(file: file)
        return file.identity
    }
}

extension PresenceRegistry.Entry {
    fileprivate func isAlone(_ opening: UInt64) throws(EventStoreError) -> Bool {
        // Who opens the store after its lock file was removed or replaced locks another file, and is not seen.
        guard openings == [opening], FileIdentity(at: file.path) == file.identity else { return false }
        return try file.otherHolder(of: .presence) == nil
    }

    fileprivate mutating func own(
        _ opening: UInt64, at moment: (PresenceLockFile) -> Void
    ) throws(EventStoreError) -> Bool {
        if owner == opening { return true }
        // A second opening would take the lock of the first one, and then release it.
        guard file.isWritable, openings == [opening], try file.claim() else { return false }
        moment(file)
        // See APP-21: an opening that found no owner took its presence before it looked, so it is seen now.
        let isAlone: Bool
        do throws(EventStoreError) {
            isAlone = try self.isAlone(opening)
        } catch {
            file.release()
            throw error
        }
        if isAlone { owner = opening } else { file.release() }
        return isAlone
    }

    fileprivate mutating func release(_ opening: UInt64) {
        guard owner == opening else { return }
        owner = nil
        file.release()
    }
}
