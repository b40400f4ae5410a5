import LMDB
import Nacre

/// The file `index.mdb`: postings of terms, in immutable sorted runs that are merged in tiers.
///
/// All of it is derived from the log, so any failure to vouch for an answer is ``UnusableIndex`` and never a wrong
/// answer. Several processes may read, extend and maintain one file: whoever holds LMDB's write lock reads the manifest
/// first and goes on from there.
///
/// Threading: all members may be called from any thread; they block it.
final class IndexFile: Sendable {
    let environment: Environment
    let store: StoreID
    let limits: IndexLimits
    /// The manifest of the last committed transaction that was read here, with its id.
    private let lastRead: Monitor<(transaction: UInt64, manifest: IndexManifest)?>

    init(_ environment: Environment, store: StoreID, limits: IndexLimits) {
        self.environment = environment
        self.store = store
        self.limits = limits
        lastRead = Monitor(nil)
    }

    /// How many postings fit in a segment.
    var postingsPerSegment: Int {
        limits.postingsPerSegment ?? IndexFormat.postingsPerSegment(pageSize: environment.pageSize)
    }

    /// Closes the file.
    ///
    /// Safe to call twice.
    func close() {
        environment.close()
    }

    /// Runs a body in one read transaction.
    ///
    /// - Throws: What the body throws, ``UnusableIndex``, or `EventStoreError`.
    func read<R>(_ body: (borrowing IndexSnapshot) throws -> R) throws -> R {
        try begin { outcome in
            try environment.read { transaction in
                outcome = .begun
                let manifest = try manifest(of: transaction)
                return try withUnsafePointer(to: transaction) { try body(IndexSnapshot($0, manifest: manifest)) }
            }
        }
    }

    /// Runs a body in a write transaction with the manifest in force; the body commits.
    ///
    /// Where the map is too small for it, the map is enlarged and the body runs again from the beginning.
    @available(*, noasync, message: "a transaction blocks its thread: use it in a synchronous function")
    func write<R>(_ body: (IndexManifest, consuming WriteTransaction) throws -> R) throws -> R {
        try writeRaw { transaction in
            let manifest = try Self.manifest { key throws(LMDBError) in try transaction.get(key) }
            guard manifest.checkpoint.storeID == store else {
                throw UnusableIndex("it is of store \(manifest.checkpoint.storeID), and this one is \(store)")
            }
            return try body(manifest, transaction)
        }
    }

    /// Runs a body in a write transaction, whatever the file holds.
    @available(*, noasync, message: "a transaction blocks its thread: use it in a synchronous function")
    func writeRaw<R>(_ body: (consuming WriteTransaction) throws -> R) throws -> R {
        while true {
            let mapSize = environment.mapSize
            do {
                return try begin { outcome in
                    try environment.write { transaction in
                        outcome = .begun
                        return try body(transaction)
                    }
                }
            } catch let error as EventStoreError where (error.cause as? LMDBError)?.code == .mapFull {
                try indexAccess { () throws(LMDBError) in try environment.growMap(toAtLeast: mapSize * 2) }
            }
        }
    }

    private enum Outcome {
        case refused
        case begun
    }

    /// Tells a transaction that could not begin from an error of its body, which may be another file's.
    private func begin<R>(_ body: (inout Outcome) throws -> R) throws -> R {
        var outcome = Outcome.refused
        do {
            return try body(&outcome)
        } catch let error as LMDBError where outcome == .refused {
            throw error.ofIndex
        }
    }

    /// The manifest that a read transaction sees, decoded once for each state of the file.
    private func manifest(of transaction: borrowing ReadTransaction) throws -> IndexManifest {
        let id = transaction.id
        let known = lastRead.withLock { $0?.transaction == id ? $0?.manifest : nil }
        if let known { return known }
        let manifest = try Self.manifest { key throws(LMDBError) in try transaction.get(key) }
        guard manifest.checkpoint.storeID == store else {
            throw UnusableIndex("it is of store \(manifest.checkpoint.storeID), and this one is \(store)")
        }
        lastRead.withLock { $0 = (id, manifest) }
        return manifest
    }

    private static func manifest(
        _ get: (UnsafeRawBufferPointer) throws(LMDBError) -> UnsafeRawBufferPointer?
    ) throws -> IndexManifest {
        try IndexManifest.key.withUnsafeBytes { key in
            guard let bytes = try indexAccess({ () throws(LMDBError) in try get(key) }) else {
                throw UnusableIndex("it has no manifest")
            }
            return try IndexManifest(bytes)
        }
    }
}

extension WriteTransaction {
    /// Puts the manifest into the file and makes all changes take effect.
    consuming func commit(_ manifest: IndexManifest) throws {
        do {
            let value = manifest.encoded()
            try IndexManifest.key.withUnsafeBytes { key in
                try value.withUnsafeBytes { value in try put(key, value) }
            }
            try commit()
        } catch let error as LMDBError {
            throw error.ofIndex
        }
    }
}
