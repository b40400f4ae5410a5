import DomainKit
internal import LMDB
public import Nacre

/// The embedded event store, kept in a folder.
///
/// ```swift
/// let store = try await LMDBEventStore.open(at: "shop.nacre")
/// try await store.append([EventData(type: "OrderPlaced", json: order)], to: "order-42", expecting: .noStream)
/// ```
///
/// Threading: all members may be called from any task at any time. Several processes, and several objects in one
/// process, may open one folder. Do not use an open store in a child process after `fork`.
public final class LMDBEventStore: EventStore, MappedLog {
    /// The identity of the log.
    public let id: StoreID

    /// The folder of the store.
    public let path: String

    /// Whether the store is read-only: it cannot be written, or it has lost events.
    public let isReadOnly: Bool

    /// The events that derived files or the journal know and the log does not have.
    ///
    /// Empty, unless ``Options/fallsBackToReadOnly`` allowed opening a store that has lost events.
    public let lostEvents: [LostEvents]

    /// The damage of the log's pages, which is read around.
    let pageDamage: PageDamage?

    /// Whether an acknowledged append survives power loss.
    public let isDurable: Bool

    let folder: StoreFolder
    let header: StoreHeader
    let environment: Environment
    let index: IndexFile
    let lookup: EventLookup
    let pool: BlockingPool
    let timeSource: any TimeSource
    let queue: AppendQueue
    let head: HeadSignal
    let observer: StoreObserver

    let indexing: Indexing
    private let tail: Tail
    let writer: LogWriter
    private let presence: StorePresence
    let journaling: Journaling?
    private let threads: [DedicatedThread]
    private let lifetime = Monitor(Lifetime.open)

    private enum Lifetime {
        case open
        case closing([CheckedContinuation<Void, Never>])
        case closed
    }

    /// Opens the store in a folder, and creates it if it is missing.
    ///
    /// Derived data that is missing, damaged or another store's is rebuilt, which is logged. A store that has lost
    /// events is refused: its log is missing or empty beside derived data, or, at durability `full`, `index.mdb` or
    /// `views.mdb` knows events that the log does not have. After a deliberate restore, call
    /// ``confirmRestored(at:options:)``.
    ///
    /// - Parameters:
    ///   - path: The folder.
    ///   - options: How to open it.
    /// - Returns: The store; end it with ``close()``.
    /// - Throws: `EventStoreError`: `noSuchStore`, `cannotCreate`, `notAStore`, `newerFormat`, `damaged`,
    ///   `eventsLost`, `diskFull`, `inputOutput`.
    public static func open(at path: String, options: Options = Options()) async throws -> LMDBEventStore {
        // Opening reads files, so it runs on the blocking pool that will serve the store's reads.
        let pool = try BlockingPool(threads: 2)
        do {
            return try await pool.run { try LMDBEventStore(path, options, pool) }
        } catch {
            await withCheckedContinuation { continuation in
                runOnNewThread {
                    pool.close()
                    continuation.resume()
                }
            }
            throw error
        }
    }

    private init(_ path: String, _ options: Options, _ pool: BlockingPool) throws {
        let prepared = StoreFolder(path)
        // REP-12: A node's folder is written through the replicated log alone.
        let isNode = options.ordering == nil && prepared.holds(prepared.replicaLock)
        if isNode, !options.fallsBackToReadOnly { throw prepared.isReplica }
        let isFolderWritable = try prepared.prepare(
            isCreating: options.createsStore, mustBeWritable: !options.fallsBackToReadOnly)
        // After the folder: a path without a store leaves no instruments in the metrics backend.
        let observer = StoreObserver(options, store: path)
        // Before anything is looked at: the owner of a journal puts it into the log first.
        let presence = try StorePresence.register(
            in: prepared, waiting: observer.waitPolicy(options, file: prepared.journal))
        let files = try OpenedFiles(prepared, presence, isWritable: isFolderWritable, options, observer)
        let environment = files.environment
        let tail = files.indexing.tail
        let isDurable = options.durability == .full
        let head = HeadSignal(pollInterval: options.pollInterval)
        let lookup = EventLookup(index: files.indexing.index, tail: tail, storeID: files.header.id)
        let completions = CompletionDispatcher(metrics: observer.metrics)
        let queue = AppendQueue(
            groupByteCount: options.groupByteCount, isTimed: observer.metrics != nil,
            resumptionLimit: options.journal.resumptionLimit)
        journaling = Self.journaling(files, options, queue, observer)
        let writer = LogWriter(
            environment: environment, isDurable: isDurable, queue: queue, completions: completions, tail: tail,
            indexing: files.indexing, head: head, observer: observer, journaling: journaling,
            ordering: options.ordering,
            writer: GroupWriter(
                lookup: lookup, header: files.header, timeSource: options.timeSource, pageSize: environment.pageSize))
        options.ordering?.attach {
            queue.interrupt()
            tail.interruptWriter()
        }
        do throws(EventStoreError) {
            threads = try Self.startThreads(files, writer, completions, queue, head, observer)
        } catch {
            environment.close()
            files.presence.close()
            throw error
        }
        observer.metrics?.lags.headMoved(to: files.end)
        observer.log.opened(
            id: files.header.id, head: files.end, indexedUpTo: tail.coverage.floor, options.durability)
        let refusal = files.refusal ?? (isNode ? prepared.isReplica : nil)
        if let refusal { queue.stop(refusal) }
        isReadOnly = refusal != nil
        lostEvents = files.lostEvents
        pageDamage = files.pageDamage
        folder = files.folder
        id = files.header.id
        header = files.header
        index = files.indexing.index
        indexing = files.indexing
        timeSource = options.timeSource
        self.path = path
        self.isDurable = isDurable
        self.environment = environment
        self.lookup = lookup
        self.pool = pool
        self.tail = tail
        self.queue = queue
        self.head = head
        self.writer = writer
        self.presence = presence
        self.observer = observer
    }

    /// The journal of the store; `nil` if it must not be used.
    private static func journaling(
        _ files: OpenedFiles, _ options: Options, _ queue: AppendQueue, _ observer: StoreObserver
    ) -> Journaling? {
        guard options.usesJournal, options.durability == .full, files.refusal == nil, options.ordering == nil
        else { return nil }
        return Journaling(
            files.environment, files.presence, of: files.header.id, at: files.folder.journal, policy: options.journal,
            observer: observer
        ) { [tail = files.indexing.tail] in
            queue.interrupt()
            tail.interruptWriter()
        }
    }

    /// Starts the threads of a store; if one cannot be started, ends the others.
    private static func startThreads(
        _ files: OpenedFiles, _ writer: LogWriter, _ completions: CompletionDispatcher, _ queue: AppendQueue,
        _ head: HeadSignal, _ observer: StoreObserver
    ) throws(EventStoreError) -> [DedicatedThread] {
        let (environment, indexing) = (files.environment, files.indexing)
        let bodies: [@Sendable () -> Void] =
            [
                { writer.run() },
                // Ends after the writer.
                { completions.run() },
                {
                    indexing.run { failure in
                        observer.log.appendsStopped(failure)
                        queue.stop(failure)
                    } refused: {
                        queue.refuse($0)
                    }
                },
                { head.run { try environment.withSnapshot { (log) in try log.lastKey() } } },
            ] + (writer.journaling.map { journaling in [{ journaling.run() }] } ?? [])
        var threads: [DedicatedThread] = []
        do throws(EventStoreError) {
            for body in bodies { threads.append(try DedicatedThread.start(body)) }
            return threads
        } catch {
            queue.close()
            indexing.tail.stop()
            head.close()
            writer.journaling?.close()
            for thread in threads { thread.join() }
            throw error
        }
    }

    /// What this object has written since it was opened.
    public var appendStatistics: AppendStatistics { writer.statistics }

    /// Completes the requests that the writer has taken, fails those that wait, ends subscriptions, and closes the
    /// files.
    ///
    /// If another process holds a write lock for more than a second, the requests waiting for that lock fail too. Safe
    /// to call twice; every call returns only when the store is closed.
    public func close() async {
        await withCheckedContinuation { continuation in
            let lifetime = lifetime.withLock { lifetime in
                defer {
                    switch lifetime {
                    case .open: lifetime = .closing([continuation])
                    case .closing(let others): lifetime = .closing(others + [continuation])
                    case .closed: break
                    }
                }
                return lifetime
            }
            switch lifetime {
            case .open: beginClosing()
            case .closing: break
            case .closed: continuation.resume()
            }
        }
    }

    private func beginClosing() {
        stop { [self] in
            let waiting = lifetime.withLock { lifetime -> [CheckedContinuation<Void, Never>] in
                defer { lifetime = .closed }
                return if case .closing(let waiting) = lifetime { waiting } else { [] }
            }
            for continuation in waiting { continuation.resume() }
        }
    }

    deinit {
        // No call is in progress, because it would keep this object alive. Its threads still run; they must end without
        // being joined here, because `deinit` may run on one of them.
        if case .open = lifetime.withLock({ $0 }) { stop {} }
    }

    /// How long closing waits for a write lock, so that taken requests complete while other processes write.
    private static let closingWaitLimit = Duration.seconds(1)

    /// Ends the threads and closes the files, without blocking.
    ///
    /// - Parameter completion: Called at the end. Apart from it, nothing here keeps this object alive.
    private func stop(_ completion: @escaping @Sendable () -> Void) {
        queue.close()
        tail.stop()
        head.close()
        environment.stopWaiting(within: Self.closingWaitLimit)
        index.environment.stopWaiting(within: Self.closingWaitLimit)
        Self.runOnNewThread { [threads, pool, index, environment, observer, presence] in
            for thread in threads { thread.join() }
            pool.close()
            index.close()
            environment.close()
            presence.close()
            observer.log.closed()
            completion()
        }
    }

    /// Throws if the store is closed.
    func checkOpen() throws(EventStoreError) {
        guard case .open = lifetime.withLock({ $0 }) else { throw .storeClosed }
    }

    /// Joins threads on a thread of its own, so that no caller blocks.
    private static func runOnNewThread(_ body: @escaping @Sendable () -> Void) {
        // OPS-05: A store that is dropped without `close()` ends its threads by itself.
        do {
            _ = try DedicatedThread.start(body)
        } catch {
            // No thread could be created: block the caller instead.
            body()
        }
    }
}
