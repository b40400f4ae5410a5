internal import DomainKit
internal import Nacre
internal import NacreLMDB

extension ReplicatedEventStore {
    /// Opens a node of a replicated store: its folder, over the store's log.
    ///
    /// The first node to open an empty log creates the store. Another node begins with an empty folder, or with a backup of
    /// another node. One folder is open in one node at a time.
    ///
    /// - Parameters:
    ///   - path: The folder of the node, created if it is missing.
    ///   - log: The log, of which this store alone has the prefix. The store closes it; if opening fails, it stays open.
    ///   - options: How to open it.
    /// - Returns: The store; end it with ``close()``. It follows the log in the background.
    /// - Throws: `EventStoreError`: `diverged` if the folder's store is not this log's or is behind what the log has
    ///   forgotten, with the remedy; `locked` if another node has the folder open; `unreachable`; the errors of opening the
    ///   local store. ``ReplicatedLogError`` if the log cannot be used.
    public static func open(
        at path: String, over log: any ReplicatedLog, options: Options = Options()
    ) async throws -> ReplicatedEventStore {
        try await NodeOpening(path, log, options).run()
    }
}

/// The steps of opening a node.
struct NodeOpening {
    private let folder: ReplicaFolder
    private let log: any ReplicatedLog
    private let options: ReplicatedEventStore.Options
    private let observer: ReplicaObserver
    private let limits = TimeLimits()

    init(_ path: String, _ log: any ReplicatedLog, _ options: ReplicatedEventStore.Options) {
        var path = path
        while path.count > 1, path.hasSuffix("/") { path.removeLast() }
        folder = ReplicaFolder(path: path)
        self.log = log
        var options = options
        if options.name.isEmpty { options.name = "\(MachineName.current):\(path)" }
        options.replica.createsStore = false
        options.replica.fallsBackToReadOnly = false
        options.replica.usesJournal = false
        let groupByteCount = max(64 << 10, log.entryByteLimit / 4 * 3)
        options.replica.groupByteCount = min(options.replica.groupByteCount, groupByteCount)
        self.options = options
        observer = ReplicaObserver(options.replica.logger, options.replica.metrics, store: path)
    }

    private var isSynced: Bool { options.replica.durability == .full }

    func run() async throws -> ReplicatedEventStore {
        let lock = try folder.take()
        try await asked { try await $0.prepare() }
        try await checkClock()
        let boot = try options.bootID ?? MachineBoot.id()
        var hint = try SmallFile.read(folder.hint).flatMap { FollowingHint($0) }
        let node = hint?.node ?? .random()
        let bounds = try await asked { try await $0.bounds() }
        if try !isSynced && folder.wasInterrupted(before: boot), LMDBEventStore.hasLog(at: folder.path) {
            try await rebuild(bounds)
            hint = nil
        }
        let (storeID, identity) = try await identity(node, bounds)
        if !LMDBEventStore.hasLog(at: folder.path) { try await create(identity) }
        if !isSynced { try folder.mark(boot) }
        let connection = Replica(log, node: node, storeID: storeID, options: options, observer: observer)
        var opening = options.replica
        opening.ordering = connection
        let local = try await LMDBEventStore.open(at: folder.path, options: opening)
        do {
            guard local.id == storeID else {
                throw EventStoreError.otherStore(local.id, storeID, log.name, folder.path)
            }
            let now = try await asked { try await $0.bounds() }
            let start = try await start(local, hint, identity, now)
            try connection.start(after: start.sequence, end: start.end, tail: now.tail, localEnd: local.end())
            observer.joined(log.name, at: start.sequence)
        } catch {
            connection.close()
            await local.close()
            throw error
        }
        return ReplicatedEventStore(local, connection, folder, lock, options)
    }

    /// Asks the log, for a limited time.
    private func asked<Success: Sendable>(
        _ body: @escaping @Sendable (any ReplicatedLog) async throws -> Success
    ) async throws -> Success {
        do {
            return try await limits.run(options.appendLimit) { [log] in try await body(log) }
        } catch let error where error is TimeLimitPassed || (error as? ReplicatedLogError)?.isOfConnection == true {
            throw EventStoreError.unreachableLog(log.name, error)
        }
    }

    /// Checks that the clock is near those of the nodes that are up.
    private func checkClock() async throws {
        let announcements = try await asked { try await $0.announcements() }
        let now = options.replica.timeSource.now()
        // An announcement may be as old as its lifetime.
        let age = options.announcementLifetime
        for node in announcements.compactMap({ NodeAnnouncement($0) }) {
            let lead = Duration.nanoseconds(now.nanosecondsSince1970 - node.time.nanosecondsSince1970)
            guard lead > options.clockTolerance + age || lead < .zero - options.clockTolerance else { continue }
            throw ReplicatedLogError.clocksApart(by: lead, from: node, tolerating: options.clockTolerance)
        }
    }

    // MARK: The store's identity

    /// The store of the log, which is created if the log is empty.
    ///
    /// - Returns: Its id, and its first entry unless the log has forgotten that.
    private func identity(
        _ node: EventID, _ bounds: LogBounds
    ) async throws -> (StoreID, StoreIdentity?) {
        if bounds.tail == .zero {
            let identity = try await begin(node)
            return (identity.storeID, identity)
        }
        guard bounds.trimmed == .zero else { return (try await first(behind: bounds.trimmed).storeID, nil) }
        let identity = try await recordedIdentity()
        return (identity.storeID, identity)
    }

    private func recordedIdentity() async throws -> StoreIdentity {
        let sequence = LogSequence(1)
        guard let entry = try await asked({ try await $0.entry(at: sequence) }) else {
            throw ReplicatedLogError.foreignEntry(sequence, "is missing, although the log has entries")
        }
        return try StoreIdentity(LogEntry(entry), at: sequence)
    }

    private func first(behind trimmed: LogSequence) async throws -> LogEntry {
        guard let entry = try await asked({ try await $0.entry(at: trimmed.next) }) else {
            throw ReplicatedLogError.foreignEntry(
                trimmed.next, "is missing: everything was forgotten, the last entry too")
        }
        return try LogEntry(entry)
    }

    /// Writes the first entry of an empty log, or finds the one that another node has written meanwhile.
    private func begin(_ node: EventID) async throws -> StoreIdentity {
        let proposed = try await proposedIdentity()
        let bytes = proposed.entry(by: node).encoded
        let deadline = ContinuousClock.now + options.appendLimit
        while true {
            do {
                switch try await asked({ try await $0.append(bytes, expecting: .zero) }) {
                case .committed: return proposed
                // It may be this one.
                case .conflict: return try await recordedIdentity()
                case .unknown(let error): throw EventStoreError.unreachableLog(log.name, error)
                }
            } catch let error as EventStoreError where error.code == .unreachable && ContinuousClock.now < deadline {
                try await Task.sleep(for: .milliseconds(Int64.random(in: 5...50)))
            }
        }
    }

    private func proposedIdentity() async throws -> StoreIdentity {
        guard LMDBEventStore.hasLog(at: folder.path) else {
            let header = LMDBEventStore.newHeader(options.replica.timeSource)
            return StoreIdentity(header: header, beginning: try LMDBEventStore.beginning(of: header))
        }
        let stored = try await blocking { [folder, options] in
            try LMDBEventStore.storedEnd(at: folder.path, options: options.replica)
        }
        guard options.beginsLog || stored.end.position == 0 else {
            throw EventStoreError.emptyLog(log.name, folder.path, head: stored.end.position)
        }
        return StoreIdentity(header: stored.header, beginning: stored.end)
    }

    // MARK: The local store

    /// Sets a replica aside that a crash of the machine may have damaged, if the log can rebuild it.
    private func rebuild(_ bounds: LogBounds) async throws {
        // REP-10: After a crash of the machine an unsynced replica is rebuilt.
        guard bounds.tail > .zero, bounds.trimmed == .zero,
            try await recordedIdentity().beginning.position == 0
        else { throw EventStoreError.untrustedReplica(folder.path) }
        observer.setAside(try folder.setAside())
    }

    private func create(_ identity: StoreIdentity?) async throws {
        guard let identity, identity.beginning.position == 0 else {
            throw EventStoreError.needsBackup(log.name, folder.path)
        }
        try await blocking { [folder, options] in
            try LMDBEventStore.createReplica(at: folder.path, header: identity.header, options: options.replica)
        }
    }

    /// Where the node begins to follow.
    private func start(
        _ local: LMDBEventStore, _ hint: FollowingHint?, _ identity: StoreIdentity?, _ bounds: LogBounds
    ) async throws -> (sequence: LogSequence, end: Checkpoint?) {
        let localEnd = try local.end()
        if let hint {
            if hint.end.storeID == local.id, hint.end.position <= localEnd.position,
                try await local.checkpoint(at: hint.end.position) == hint.end
            {
                guard hint.sequence <= bounds.tail else {
                    throw EventStoreError.shortenedLog(log.name, followed: hint.sequence, tail: bounds.tail)
                }
                if hint.sequence >= bounds.trimmed { return (hint.sequence, hint.end) }
            } else {
                observer.hintUnusable(
                    "it notes position \(hint.end.position), and the store ends at \(localEnd.position)")
            }
        }
        if bounds.trimmed == .zero {
            let beginning = identity?.beginning
            guard beginning.map({ $0.position <= localEnd.position }) ?? true else {
                throw EventStoreError.needsBackup(log.name, folder.path)
            }
            return (.zero, beginning)
        }
        guard try await first(behind: bounds.trimmed).before.position <= localEnd.position else {
            throw EventStoreError.needsBackup(log.name, folder.path)
        }
        return (bounds.trimmed, nil)
    }

    private func blocking<Success: Sendable>(
        _ body: @escaping @Sendable () throws -> Success
    ) async throws -> Success {
        try await SerialBlockingExecutor(named: "replica").run(body)
    }
}
