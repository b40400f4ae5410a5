import DomainKit
internal import LMDB
public import Nacre

/// The embedded event store: a folder, and this object.
///
/// ```swift
/// let store = try await LMDBEventStore.open(at: "shop.nacre")
/// try await store.append([EventData(type: "OrderPlaced", json: order)], to: "order-42", expecting: .noStream)
/// ```
///
/// Threading: all members may be called from any task at any time. Several processes, and several objects in one
/// process, may have one folder open. A process that has a store open must not use it after `fork`.
public final class LMDBEventStore: EventStore {
    /// The identity of the log.
    public let id: StoreID

    /// The folder.
    public let path: String

    let header: StoreHeader
    let environment: Environment
    let index: IndexFile
    let lookup: EventLookup
    let pool: BlockingPool
    let timeSource: any TimeSource
    let queue = AppendQueue()

    let indexing: Indexing
    private let tail: Tail
    private let writer: LogWriter
    private let threads: [DedicatedThread]
    private let isClosed = Monitor(false)

    /// Opens the store in a folder, making it where there is none.
    ///
    /// Derived data that is missing, damaged, or another store's is rebuilt, and said so through the options' `notice`.
    ///
    /// - Parameters:
    ///   - path: The folder.
    ///   - options: How to open it.
    /// - Returns: The store, until ``close()``.
    /// - Throws: ``EventStoreError``: `noSuchStore`, `cannotCreate`, `notAStore`, `newerFormat`, `damaged`,
    ///   `inputOutput`.
    public static func open(at path: String, options: Options = Options()) async throws -> LMDBEventStore {
        // Opening reads files: it runs on the pool that will serve the store's reads.
        let pool = try BlockingPool(threads: 2)
        do {
            return try await pool.run { try LMDBEventStore(path, options, pool) }
        } catch {
            await closing { pool.close() }
            throw error
        }
    }

    private init(_ path: String, _ options: Options, _ pool: BlockingPool) throws {
        let folder = StoreFolder(path)
        try folder.prepare(isCreating: options.createsStore)
        let environment = try Self.openLog(folder, options)
        do {
            let header = try Self.readOrMakeHeader(of: environment, options)
            let lacksIndex = !folder.holds(folder.index)
            let index = try IndexFile.open(
                at: folder.index, storeID: header.id, mapSize: options.derivedMapSize, notice: options.notice)
            let tail = Tail(from: Checkpoint(storeID: header.id, position: 0, fingerprint: 0))
            let indexing = Indexing(
                log: environment, index: index, tail: tail, header: header, notice: options.notice)
            if lacksIndex, try environment.withSnapshot({ (log) in try log.lastKey() }) > 0 {
                options.notice("index.mdb was not there; it is rebuilt from the log")
            }
            tail.restart(from: try indexing.catchUp())
            let lookup = EventLookup(index: index, tail: tail, storeID: header.id)
            let writer = LogWriter(environment: environment, queue: queue, tail: tail, indexing: indexing)
            let group = GroupWriter(
                lookup: lookup, header: header, timeSource: options.timeSource, pageSize: environment.pageSize)
            threads = [
                try DedicatedThread { writer.run(group) },
                try DedicatedThread { [queue] in indexing.run { queue.stop($0) } },
            ]
            self.path = path
            id = header.id
            self.header = header
            self.environment = environment
            self.index = index
            self.lookup = lookup
            self.pool = pool
            self.tail = tail
            self.indexing = indexing
            self.writer = writer
            timeSource = options.timeSource
        } catch {
            environment.close()
            throw error
        }
    }

    /// What this object has written since it was opened.
    public var appendStatistics: AppendStatistics { writer.statistics }

    /// Finishes what the writer has taken, fails what waits, and closes.
    ///
    /// Safe to call twice.
    public func close() async {
        guard
            isClosed.withLock({ wasClosed in
                defer { wasClosed = true }
                return !wasClosed
            })
        else { return }
        queue.close()
        tail.stop()
        await Self.closing { [self] in
            for thread in threads { thread.join() }
            pool.close()
            index.close()
            environment.close()
        }
    }

    /// Throws where the store is closed.
    func checkOpen() throws(EventStoreError) {
        if isClosed.withLock({ $0 }) { throw .storeClosed }
    }

    /// Joins threads where waiting for them stops nothing else.
    private static func closing(_ body: @escaping @Sendable () -> Void) async {
        await withCheckedContinuation { continuation in
            do {
                _ = try DedicatedThread {
                    body()
                    continuation.resume()
                }
            } catch {
                // Without a thread to wait on, the caller's has to do.
                body()
                continuation.resume()
            }
        }
    }
}
