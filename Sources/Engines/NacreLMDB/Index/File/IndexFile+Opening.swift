import LMDB
import Nacre

extension IndexFile {
    /// Opens or makes `index.mdb`.
    ///
    /// A file that is of no use (damaged, no index, of another format, of another store) is removed together with its
    /// lock, and made anew.
    ///
    /// - Parameters:
    ///   - path: The path of the file; its folder must exist.
    ///   - storeID: The log of which it is to be.
    ///   - mapSize: The size of the map, in bytes; it grows by itself.
    ///   - limits: How much one transaction does.
    ///   - patience: How long a write waits for the write lock.
    ///   - notice: Is told, in a clause, why a file was of no use and is made anew.
    /// - Returns: The open index.
    /// - Throws: `EventStoreError` where the file cannot be opened for a reason that making it anew does not mend.
    /// - Complexity: O(*n*) in the number of segments, as every key is looked at; no segment is read.
    static func open(
        at path: String, storeID: StoreID, mapSize: Int, limits: IndexLimits = IndexLimits(),
        patience: WriteLockPatience = WriteLockPatience(), notice: @Sendable (String) -> Void
    ) throws -> IndexFile {
        let reason = { (error: any Error) in (error as? UnusableIndex)?.reason }
        return try DerivedFile.open(at: path, notice: notice, uselessness: reason) {
            try openAsItIs(
                at: path, storeID: storeID, mapSize: mapSize, limits: limits, patience: patience,
                checking: OpeningCheck.pagesOfDerivedFile)
        }
    }

    /// Goes on with the file that stands under the path, where the pages of the one in use are damaged.
    ///
    /// That may be one that another process has made anew already. It is checked whole; where it is of no use it is
    /// removed together with its lock, and made anew.
    ///
    /// - Parameter notice: Is told, in a clause, why a file was of no use and is made anew.
    /// - Throws: `EventStoreError` where the file cannot be opened for a reason that making it anew does not mend.
    func reopen(notice: @Sendable (String) -> Void) throws {
        let (path, mapSize) = (environment.path, environment.mapSize)
        try replace {
            let reason = { (error: any Error) in (error as? UnusableIndex)?.reason }
            return try DerivedFile.open(at: path, notice: notice, uselessness: reason) {
                try Self.openAsItIs(
                    at: path, storeID: store, mapSize: mapSize, limits: limits, patience: patience, checking: nil)
            }.environment
        }
    }

    private static func openAsItIs(
        at path: String, storeID: StoreID, mapSize: Int, limits: IndexLimits, patience: WriteLockPatience,
        checking pageLimit: Int?
    ) throws -> IndexFile {
        // What a crash of the system costs, at most the last commits, is indexed again.
        let options = Environment.Options(mapSize: mapSize, durability: .noMetaSync, patience: patience)
        let environment = try indexAccess { () throws(LMDBError) in
            try Environment.open(at: path, options: options)
        }
        let index = IndexFile(environment, store: storeID, limits: limits, patience: patience)
        do {
            // Before anything walks through the keys: LMDB trusts its pages.
            try indexAccess { () throws(LMDBError) in
                try environment.checkStructure(pageLimit: pageLimit)
            }
            if try index.isEmpty() { try index.reset() }
            try index.checkKeys()
        } catch {
            index.close()
            throw error
        }
        return index
    }
}
