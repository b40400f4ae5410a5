import LMDB
import Nacre

extension IndexFile {
    /// Opens or creates `index.mdb`.
    ///
    /// An unusable file (damaged, not an index, of another format or of another store) is removed together with its
    /// lock file and created again.
    ///
    /// - Parameters:
    ///   - path: The path of the file; its folder must exist.
    ///   - storeID: The id of the indexed log.
    ///   - mapSize: The initial map size, in bytes; the map grows when needed.
    ///   - limits: The bounds of one transaction.
    ///   - waitPolicy: How long a write waits for the write lock.
    ///   - notice: Called with the reason, as a clause, if the file is replaced.
    /// - Returns: The open index.
    /// - Throws: `EventStoreError` if the file cannot be opened for a reason that replacing it would not fix.
    /// - Complexity: O(*n*) in the number of segments: every key is checked, and no segment is read.
    static func open(
        at path: String, storeID: StoreID, mapSize: Int, limits: IndexLimits = IndexLimits(),
        waitPolicy: WriteLockWaitPolicy = WriteLockWaitPolicy(), notice: @Sendable (String) -> Void
    ) throws -> IndexFile {
        let reason = { (error: any Error) in (error as? UnusableIndex)?.reason }
        return try DerivedFile.open(at: path, notice: notice, unusableReason: reason) {
            try openUnrepaired(
                at: path, storeID: storeID, mapSize: mapSize, limits: limits, waitPolicy: waitPolicy,
                checking: (OpeningCheck.pagesOfDerivedFile, OpeningCheck.values))
        }
    }

    /// Reopens the file at the path because pages of the present one are damaged.
    ///
    /// Another process may have replaced it already. The file is checked completely; an unusable one is removed
    /// together with its lock file and created again.
    ///
    /// - Parameter notice: Called with the reason, as a clause, if the file is replaced.
    /// - Throws: `EventStoreError` if the file cannot be opened for a reason that replacing it would not fix.
    func reopen(notice: @Sendable (String) -> Void) throws {
        let (path, mapSize) = (environment.path, environment.mapSize)
        try replace {
            let reason = { (error: any Error) in (error as? UnusableIndex)?.reason }
            return try DerivedFile.open(at: path, notice: notice, unusableReason: reason) {
                try Self.openUnrepaired(
                    at: path, storeID: store, mapSize: mapSize, limits: limits, waitPolicy: waitPolicy, checking: nil)
            }.environment
        }
    }

    private static func openUnrepaired(
        at path: String, storeID: StoreID, mapSize: Int, limits: IndexLimits, waitPolicy: WriteLockWaitPolicy,
        checking bound: (pages: Int, values: Int)?
    ) throws -> IndexFile {
        // A system crash may lose the last commits; their events are indexed again.
        let options = Environment.Options(mapSize: mapSize, durability: .noMetaSync, waitPolicy: waitPolicy)
        let environment = try indexAccess { () throws(LMDBError) in
            try Environment.open(at: path, options: options)
        }
        let index = IndexFile(environment, store: storeID, limits: limits, waitPolicy: waitPolicy)
        do {
            // Before the first key is read: LMDB does not verify its pages.
            try indexAccess { () throws(LMDBError) in
                try unsafe environment.checkStructure(pageLimit: bound?.pages, valueLimit: bound?.values)
            }
            // A crash may have created the file without its manifest.
            if try index.isEmpty() { try index.reset() }
            try index.checkKeys()
        } catch {
            index.close()
            throw error
        }
        return index
    }
}
