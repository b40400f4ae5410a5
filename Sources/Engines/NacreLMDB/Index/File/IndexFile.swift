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
    let store: StoreID
    let limits: IndexLimits
    let patience: WriteLockPatience
    private let place: Monitor<Place>

    private struct Place {
        var environment: Environment
        var isClosed = false
        /// The manifest of the last committed transaction that was read here, with its id and the file it is of.
        var lastRead: (environment: Environment, transaction: UInt64, manifest: IndexManifest)?
    }

    init(
        _ environment: Environment, store: StoreID, limits: IndexLimits,
        patience: WriteLockPatience = WriteLockPatience()
    ) {
        self.store = store
        self.limits = limits
        self.patience = patience
        place = Monitor(Place(environment: environment))
    }

    /// The file that is in use; another comes in its place where its pages were damaged.
    var environment: Environment { place.withLock { $0.environment } }

    /// How many postings each segment of a run has at least, but for the last one.
    var postingsPerSegment: Int {
        min(limits.postingsPerSegment ?? .max, IndexFormat.postingsPerSegment(pageSize: environment.pageSize))
    }

    /// What packs postings into segments of this file.
    func packer() -> SegmentPacker {
        SegmentPacker(
            bytes: IndexFormat.segmentBytes(pageSize: environment.pageSize), postings: limits.postingsPerSegment)
    }

    /// Closes the file.
    ///
    /// Safe to call twice.
    func close() {
        place.withLock { place -> Environment in
            place.isClosed = true
            return place.environment
        }.close()
    }

    /// Closes the file that is in use once nobody reads it, and goes on with another.
    ///
    /// Who comes meanwhile is told ``UnusableIndex``, as whoever met the damage.
    ///
    /// - Parameter open: Opens the other file.
    /// - Throws: What `open` throws; `storeClosed` where the index was closed meanwhile.
    func replace(_ open: () throws -> Environment) throws {
        environment.close()
        let other = try open()
        let isClosed = place.withLock { place in
            if !place.isClosed { place.environment = other }
            return place.isClosed
        }
        guard isClosed else { return }
        other.close()
        throw EventStoreError.storeClosed
    }

    /// Runs a body in one read transaction.
    ///
    /// - Throws: What the body throws, ``UnusableIndex``, or `EventStoreError`.
    func read<R>(_ body: (borrowing IndexSnapshot) throws -> R) throws -> R {
        try begin { outcome in
            let environment = environment
            return try environment.read { transaction in
                outcome = .begun
                let manifest = try manifest(of: transaction, in: environment)
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
        var hasResumed = false
        while true {
            let environment = environment
            let mapSize = environment.mapSize
            do {
                return try begin { outcome in
                    try environment.write { transaction in
                        outcome = .begun
                        return try body(transaction)
                    }
                }
            } catch let error as EventStoreError where (error.cause as? LMDBError)?.code == .mapFull {
                try begin { _ in try environment.growMap(toAtLeast: mapSize * 2) }
            } catch let error as EventStoreError where (error.cause as? LMDBError)?.code == .panic && !hasResumed {
                // An earlier commit failed. Whether it took effect, the checkpoint tells; what it lost is indexed again.
                hasResumed = true
                try begin { _ in try environment.resumeWriting() }
            }
        }
    }

    enum Outcome {
        case refused
        case begun
    }

    /// Tells a transaction that could not begin from an error of its body, which may be another file's.
    func begin<R>(_ body: (inout Outcome) throws -> R) throws -> R {
        var outcome = Outcome.refused
        do {
            return try body(&outcome)
        } catch let error as LMDBError where outcome == .refused {
            let isReplaced = error.code == .closed && !place.withLock { $0.isClosed }
            throw isReplaced ? UnusableIndex("it was replaced") : error.ofIndex
        }
    }

    /// The manifest that a read transaction sees, decoded once for each state of the file.
    private func manifest(
        of transaction: borrowing ReadTransaction, in environment: Environment
    ) throws -> IndexManifest {
        let id = transaction.id
        let known = place.withLock { $0.lastRead }
        if let known, known.transaction == id, known.environment === environment { return known.manifest }
        let manifest = try Self.manifest { key throws(LMDBError) in try transaction.get(key) }
        guard manifest.checkpoint.storeID == store else {
            throw UnusableIndex("it is of store \(manifest.checkpoint.storeID), and this one is \(store)")
        }
        place.withLock { $0.lastRead = (environment, id, manifest) }
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
