import LMDB
import Nacre

/// The file `index.mdb`: postings of terms in immutable sorted runs, which are merged in tiers (an LSM index).
///
/// The index is derived from the log: any doubt about its contents is thrown as ``UnusableIndex`` and never becomes a
/// wrong answer. Several processes may read, extend and maintain one file: the holder of LMDB's write lock first reads
/// the manifest and continues from there.
///
/// Threading: all members may be called from any thread, and block it.
final class IndexFile: Sendable {
    let store: StoreID
    let limits: IndexLimits
    let waitPolicy: WriteLockWaitPolicy
    private let place: Monitor<Place>

    private struct Place {
        var environment: Environment
        var isClosed = false
        /// The last manifest read here, with the id of its transaction and the environment it came from.
        var lastRead: (environment: Environment, transaction: UInt64, manifest: IndexManifest)?
    }

    init(
        _ environment: Environment, store: StoreID, limits: IndexLimits,
        waitPolicy: WriteLockWaitPolicy = WriteLockWaitPolicy()
    ) {
        self.store = store
        self.limits = limits
        self.waitPolicy = waitPolicy
        place = Monitor(Place(environment: environment))
    }

    /// The open file; it is replaced when its pages are damaged.
    var environment: Environment { place.withLock { $0.environment } }

    /// The minimum number of postings in each segment of a run but the last.
    var postingsPerSegment: Int {
        min(limits.postingsPerSegment ?? .max, IndexFormat.postingsPerSegment(pageSize: environment.pageSize))
    }

    /// A packer for segments of this file.
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

    /// Closes the file once no reader uses it, and replaces it by another.
    ///
    /// Meanwhile, new calls throw ``UnusableIndex``.
    ///
    /// - Parameter open: Opens the replacement.
    /// - Throws: Errors of `open`; `storeClosed` if the index was closed meanwhile.
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
    /// - Throws: Errors of the body, ``UnusableIndex``, or `EventStoreError`.
    func read<R>(_ body: (borrowing IndexSnapshot) throws -> R) throws -> R {
        try begin { outcome in
            let environment = environment
            return try environment.read { transaction in
                outcome = .begun
                let manifest = try manifest(of: transaction, in: environment)
                return try unsafe withUnsafePointer(to: transaction) {
                    try unsafe body(IndexSnapshot($0, manifest: manifest))
                }
            }
        }
    }

    /// Runs a body in a write transaction with the current manifest; the body commits.
    ///
    /// If the map is full, it grows and the body runs again from the start.
    @available(*, noasync, message: "a transaction blocks its thread: use it in a synchronous function")
    func write<R>(_ body: (IndexManifest, consuming WriteTransaction) throws -> R) throws -> R {
        try writeRaw { transaction in
            let manifest = try unsafe Self.manifest { key throws(LMDBError) in try unsafe transaction.get(key) }
            guard manifest.checkpoint.storeID == store else {
                throw UnusableIndex("it belongs to store \(manifest.checkpoint.storeID), not to \(store)")
            }
            return try body(manifest, transaction)
        }
    }

    /// Runs a body in a write transaction without reading the manifest.
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
                // An earlier commit failed. The checkpoint tells whether it took effect; lost events are indexed again.
                hasResumed = true
                try begin { _ in try environment.resumeWriting() }
            }
        }
    }

    enum Outcome {
        case refused
        case begun
    }

    /// Distinguishes a transaction that could not begin from an error of its body, which may concern another file.
    func begin<R>(_ body: (inout Outcome) throws -> R) throws -> R {
        var outcome = Outcome.refused
        do {
            return try body(&outcome)
        } catch let error as LMDBError where outcome == .refused {
            let isReplaced = error.code == .closed && !place.withLock { $0.isClosed }
            throw isReplaced ? UnusableIndex("it was replaced") : error.ofIndex
        }
    }

    /// The manifest seen by a read transaction, decoded once for each state of the file.
    private func manifest(
        of transaction: borrowing ReadTransaction, in environment: Environment
    ) throws -> IndexManifest {
        let id = transaction.id
        let known = place.withLock { $0.lastRead }
        if let known, known.transaction == id, known.environment === environment { return known.manifest }
        let manifest = try unsafe Self.manifest { key throws(LMDBError) in try unsafe transaction.get(key) }
        guard manifest.checkpoint.storeID == store else {
            throw UnusableIndex("it belongs to store \(manifest.checkpoint.storeID), not to \(store)")
        }
        place.withLock { $0.lastRead = (environment, id, manifest) }
        return manifest
    }

    private static func manifest(
        _ get: (UnsafeRawBufferPointer) throws(LMDBError) -> UnsafeRawBufferPointer?
    ) throws -> IndexManifest {
        try unsafe IndexManifest.key.withUnsafeBytes { key in
            guard let bytes = try unsafe indexAccess({ () throws(LMDBError) in try unsafe get(key) }) else {
                throw UnusableIndex("it has no manifest")
            }
            return try unsafe IndexManifest(bytes)
        }
    }
}

extension WriteTransaction {
    /// Writes the manifest and commits all changes.
    consuming func commit(_ manifest: IndexManifest) throws {
        do {
            let value = manifest.encoded()
            try unsafe IndexManifest.key.withUnsafeBytes { key in
                try unsafe value.withUnsafeBytes { value in try unsafe put(key, value) }
            }
            try commit()
        } catch let error as LMDBError {
            throw error.ofIndex
        }
    }
}
