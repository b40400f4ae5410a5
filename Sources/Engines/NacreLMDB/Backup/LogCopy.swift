import LMDB
import Nacre

/// Copies the blocks of a log in use up to a fixed head, and verifies the copy.
///
/// Each part is read in a transaction of its own, so that no reader is pinned and the log does not grow; and each is a
/// job of its own on the store's pool, so that other reads run in between.
struct LogCopy: Sendable {
    // OPS-09: A backup contains the log alone.

    /// The size of a part in bytes: small enough that its read transaction pins few pages that the log could reuse.
    private static let bytesPerTransaction = 8 << 20

    private let source: LMDBEventStore
    private let folder: StoreFolder
    private let mapSize: Int
    private let report: @Sendable (PhaseProgress) -> Void

    /// The phase of copying.
    static let copying = "copying"

    /// Creates a copy, to be run with ``run()``.
    ///
    /// - Parameters:
    ///   - source: The store.
    ///   - folder: An existing, empty folder.
    ///   - mapSize: The initial map size of the copy, in bytes; by default that of the source.
    ///   - report: Called after each part of the copy and of its check.
    init(
        of source: LMDBEventStore, to folder: StoreFolder, mapSize: Int? = nil,
        reporting report: @escaping @Sendable (PhaseProgress) -> Void
    ) {
        self.source = source
        self.folder = folder
        self.mapSize = mapSize ?? source.environment.mapSize
        self.report = report
    }

    /// Copies, syncs and verifies.
    ///
    /// - Throws: `damaged` if the log is damaged; `inputOutput` if the disk fails; `CancellationError`.
    func run() async throws -> BackupSummary {
        let (copy, head) = try await source.pool.run {
            (try openCopy(), try source.reading { (log) in try log.head() })
        }
        defer { copy.close() }
        let blocks = try await copyBlocks(to: copy, upTo: head)
        try await source.pool.run { try access { () throws(LMDBError) in try copy.sync() } }
        try await verify(copy, upTo: head)
        let size = try access { () throws(LMDBError) in try copy.statistics().fileBytes }
        return BackupSummary(head: head, blocks: blocks, bytes: size)
    }

    private func openCopy() throws(EventStoreError) -> Environment {
        try access { () throws(LMDBError) in
            try Environment.open(
                // Synced by `sync()` part by part: a power loss leaves only the partial folder.
                at: folder.log, options: Environment.Options(mapSize: mapSize, durability: .noSync))
        }
    }

    // MARK: Copying

    private func copyBlocks(to copy: Environment, upTo head: Position) async throws -> Int {
        // OPS-10: A backup syncs every 8 MiB.
        let header = source.header.encoded
        try await source.pool.run {
            try write(to: copy) { transaction in
                try unsafe header.withUnsafeBytes {
                    try unsafe Self.append($0, at: LogFormat.storeHeaderKey, to: transaction)
                }
            }
        }
        var position: Position = 0
        var blocks = 0
        while position < head {
            try Task.checkCancellation()
            let stretch = try await source.pool.run { [position] in
                let stretch = try write(to: copy) { transaction in
                    try source.reading { (log) in
                        try Self.copyStretch(of: &log, after: position, upTo: head, to: transaction)
                    }
                }
                // Sync part by part: one sync of the whole copy at the end would delay those of appends.
                try access { () throws(LMDBError) in try copy.sync() }
                report(PhaseProgress(Self.copying, stretch.end, of: head))
                return stretch
            }
            position = stretch.end
            blocks += stretch.blocks
        }
        return blocks
    }

    private static func copyStretch(
        of log: inout LogSnapshot, after position: Position, upTo head: Position,
        to transaction: borrowing WriteTransaction
    ) throws -> (end: Position, blocks: Int) {
        var block = try log.block(containing: position + 1)
        var bytes = 0
        var blocks = 0
        while true {
            try block.verify()
            try unsafe append(block.bytes, at: block.header.firstPosition, to: transaction)
            unsafe bytes += block.bytes.count
            blocks += 1
            let end = block.header.lastPosition
            guard end < head, bytes < bytesPerTransaction, let next = try log.nextBlock(after: block) else {
                return (end, blocks)
            }
            block = next
        }
    }

    private static func append(
        _ value: UnsafeRawBufferPointer, at position: Position, to transaction: borrowing WriteTransaction
    ) throws(Refusal) {
        do throws(LMDBError) {
            try unsafe PositionKey(position).withBytes { (key) throws(LMDBError) in
                try unsafe transaction.append(key, value)
            }
        } catch {
            throw Refusal(cause: error)
        }
    }

    /// An LMDB error of the copy, distinct from an error of the log that is read meanwhile.
    private struct Refusal: Error {
        let cause: LMDBError
    }

    /// Runs a body in a write transaction and commits it; if the map is full, it grows and the body runs again.
    private func write<Result>(
        to copy: Environment, _ body: (borrowing WriteTransaction) throws -> Result
    ) throws -> Result {
        while true {
            let refusal: LMDBError
            do {
                return try copy.write { (transaction: consuming WriteTransaction) in
                    let result = try body(transaction)
                    try transaction.commit()
                    return result
                }
            } catch let error as Refusal {
                refusal = error.cause
            } catch let error as LMDBError {
                refusal = error
            }
            guard refusal.code == .mapFull else { throw failure(refusal) }
            try access { () throws(LMDBError) in try copy.growMap(toAtLeast: copy.mapSize * 2) }
        }
    }

    // MARK: Verifying

    /// Reads the whole copy and verifies every checksum, and the chain from the store's header to the head, which
    /// covers each byte.
    private func verify(_ copy: Environment, upTo head: Position) async throws {
        // In one job, unlike the rest: the check must see one state of the file (READ-06).
        try await source.pool.run { try access { () throws(LMDBError) in try unsafe copy.checkStructure() } }
        var verified = (end: Position(0), checksum: source.header.checksum)
        while verified.end < head {
            try Task.checkCancellation()
            verified = try await source.pool.run { [verified] in
                try copy.withSnapshot { (log) in try verifyStretch(of: &log, after: verified, upTo: head) }
            }
            report(PhaseProgress("checking the copy", verified.end, of: head))
        }
        let original = try await source.pool.run {
            try source.reading { (log) in try log.fingerprint(at: head, of: source.header) }
        }
        guard verified.checksum == original else { throw difference(at: head) }
    }

    private func verifyStretch(
        of log: inout LogSnapshot, after verified: (end: Position, checksum: UInt64), upTo head: Position
    ) throws -> (end: Position, checksum: UInt64) {
        var (end, checksum) = verified
        var block = try log.block(containing: end + 1)
        var bytes = 0
        while true {
            guard block.header.firstPosition == end + 1, block.header.previousChecksum == checksum else {
                throw difference(at: end + 1)
            }
            try block.verify()
            end = block.header.lastPosition
            checksum = block.header.checksum
            unsafe bytes += block.bytes.count
            guard end < head, bytes < Self.bytesPerTransaction, let next = try log.nextBlock(after: block) else {
                return (end, checksum)
            }
            block = next
        }
    }

    private func difference(at position: Position) -> EventStoreError {
        EventStoreError(
            .damaged,
            "the copy differs from the log at position \(position): verify the store, and repeat the backup on "
                + "another disk",
            position: position)
    }

    // MARK: Errors

    private func access<Result>(_ body: () throws(LMDBError) -> Result) throws(EventStoreError) -> Result {
        do throws(LMDBError) {
            return try body()
        } catch {
            throw failure(error)
        }
    }

    private func failure(_ error: LMDBError) -> EventStoreError {
        EventStoreError(disk: error, "the backup cannot be written to \(quoted(folder.path, upTo: .max))")
    }
}
