package import DomainKit
import LMDB
package import Nacre

/// What a replicated store needs of the store that is its replica.
extension LMDBEventStore {
    // REP-06: All replicas begin with the same store header, the first entry of the log.

    /// Makes the header of a new store, with which a chain of blocks begins.
    ///
    /// - Parameter timeSource: The clock.
    /// - Returns: The header's bytes.
    package static func newHeader(_ timeSource: any TimeSource) -> [UInt8] {
        StoreHeader(id: StoreID(.random()), createdAt: timeSource.now().nanosecondsSince1970).encoded
    }

    /// The identity of a store and the beginning of its chain, from its header.
    ///
    /// - Parameter header: The header's bytes.
    /// - Returns: The checkpoint at position 0.
    /// - Throws: `notAStore`, `newerFormat` or `damaged`.
    package static func beginning(of header: [UInt8]) throws(EventStoreError) -> Checkpoint {
        let header = try decoded(header)
        return Checkpoint(storeID: header.id, position: 0, fingerprint: header.checksum)
    }

    private static func decoded(_ header: [UInt8]) throws(EventStoreError) -> StoreHeader {
        let result: Result<StoreHeader, EventStoreError> = unsafe header.withUnsafeBytes { bytes in
            Result { () throws(EventStoreError) in try unsafe StoreHeader(bytes, path: "the header in the log") }
        }
        return try result.get()
    }

    /// The store's header.
    package var headerBytes: [UInt8] { header.encoded }

    /// Whether a folder has a log.
    ///
    /// - Parameter path: The folder.
    /// - Returns: Whether it has one that is not empty.
    package static func hasLog(at path: String) -> Bool { (StoreFolder.size(of: StoreFolder(path).log) ?? 0) > 0 }

    /// Creates an empty store with a given header, durably: it is there with its header, or not at all.
    ///
    /// Derived data may be there before: it is checked against the log as always.
    ///
    /// - Parameters:
    ///   - path: The folder, which exists.
    ///   - header: The header's bytes.
    ///   - options: How the store will be opened.
    /// - Throws: `EventStoreError`: `cannotCreate`, `diskFull`, `inputOutput`.
    @available(*, noasync)
    package static func createReplica(at path: String, header: [UInt8], options: Options) throws {
        let header = try decoded(header)
        let folder = StoreFolder(path)
        try folder.requireNoOtherFiles()
        let unnamed = folder.log + "-new"
        // A process may have died here.
        try folder.remove([unnamed, unnamed + "-lock"])
        let environment: Environment
        do throws(LMDBError) {
            environment = try Environment.open(
                at: unnamed, options: Environment.Options(mapSize: options.mapSize, durability: .full))
        } catch {
            throw EventStoreError(opening: unnamed, error)
        }
        do {
            defer { environment.close() }
            try environment.writeLog { (transaction: consuming WriteTransaction) in
                try unsafe PositionKey(LogFormat.storeHeaderKey).withBytes { key in
                    try unsafe header.encoded.withUnsafeBytes { try unsafe transaction.append(key, $0) }
                }
                try transaction.commit()
            }
        }
        try folder.nameLog(unnamed)
        try folder.remove([unnamed + "-lock"])
    }

    /// Verifies every block of a store that is not open, and returns its end.
    ///
    /// - Parameters:
    ///   - path: The folder, such as that of a backup.
    ///   - options: How the store is opened.
    /// - Returns: The checkpoint at the last event.
    /// - Throws: `EventStoreError`: the errors of opening; `damaged` with the position of the first damage.
    @available(*, noasync)
    package static func verifiedEnd(at path: String, options: Options) throws -> Checkpoint {
        var opening = options
        opening.createsStore = false
        let folder = StoreFolder(path)
        try folder.prepare(isCreating: false)
        let log = try openOrCreateLog(folder, isWritable: false, opening, StoreObserver(opening, store: path))
        defer { log.close() }
        guard let header = try log.withSnapshot({ (log) in try log.storeHeader(path: path) }) else {
            throw EventStoreError.notALog(path)
        }
        do throws(LMDBError) {
            try unsafe log.checkStructure()
        } catch {
            throw EventStoreError(opening: path, error)
        }
        var end = Block.End(position: 0, checksum: header.checksum)
        let head = try log.withSnapshot { (log) in try log.head() }
        while end.position < head {
            end = try log.withSnapshot { (log) in
                var block = try log.block(after: end)
                for _ in 0..<blocksPerTransaction {
                    try block.verify()
                    guard let next = try log.nextBlock(after: block) else { break }
                    block = next
                }
                try block.verify()
                return block.end
            }
        }
        return Checkpoint(header.id, end)
    }

    /// How many blocks one read transaction verifies.
    private static var blocksPerTransaction: Int { 128 }

    /// Makes everything that was appended durable.
    ///
    /// - Throws: `inputOutput` or `diskFull` if the disk fails.
    @available(*, noasync)
    package func sync() throws {
        do throws(LMDBError) {
            try environment.sync()
            try index.environment.sync()
        } catch {
            throw EventStoreError(disk: error, "the replica cannot be synced")
        }
    }

    /// The end of the log.
    ///
    /// - Returns: The checkpoint at the last event.
    /// - Throws: `damaged` if the end cannot be read.
    package func end() throws -> Checkpoint {
        try reading { (log) in Checkpoint(id, try log.lastBlock()?.end ?? log.beginning()) }
    }

    /// The batches of a read of a stream.
    package func batches(of stream: StreamName, _ order: ReadOrder, limit: Int?) -> any EventBatchSource {
        StoredEventSource(store: self, reader: StreamReader(StreamKey(stream), order, limit: limit))
    }

    /// The batches of a read of the log.
    package func batches(_ order: ReadOrder, matching query: Query, limit: Int?) -> any EventBatchSource {
        StoredEventSource(store: self, reader: LogReader(order, matching: query, limit: limit))
    }

    /// The source of one subscription.
    package func subscriptionSource(after position: Position, matching query: Query) -> any SubscriptionSource {
        StoredSubscriptionSource(store: self, query: query, after: position)
    }
}

extension LMDBEventStore {
    /// The header and the end of a store that is not open.
    ///
    /// - Parameters:
    ///   - path: The folder.
    ///   - options: How the store is opened; its journal is recovered.
    /// - Returns: The header's bytes, and the checkpoint at the last event.
    /// - Throws: `EventStoreError`: the errors of opening.
    @available(*, noasync)
    package static func storedEnd(
        at path: String, options: Options
    ) throws -> (header: [UInt8], end: Checkpoint) {
        try withLog(at: path, options) { folder, log, header, _, lost in
            if let lost { throw EventStoreError.eventsLost([lost], at: folder.path) }
            let end = try log.withSnapshot { (log) in try log.lastBlock()?.end ?? log.beginning() }
            return (header.encoded, Checkpoint(header.id, end))
        }
    }
}
