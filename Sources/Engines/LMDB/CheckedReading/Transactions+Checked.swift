internal import CLMDB

extension ReadTransaction {
    /// Opens a cursor over keys of eight bytes that checks every page.
    ///
    /// It must not outlive the closure that the transaction is passed to.
    ///
    /// - Returns: An unpositioned cursor; `nil` if two commits since the start of the transaction have overwritten its
    ///   meta page: begin another one.
    /// - Throws: ``TreeDamage`` if the meta page is another transaction's; ``LMDBError`` if memory is short.
    /// - Complexity: O(1).
    public func openCheckedCursor() throws -> CheckedCursor? {
        try committedTree().map { CheckedCursor($0) }
    }

    func committedTree() throws -> CommittedTree? { try unsafe CommittedTree.of(handle, transaction: id, frame) }
}

extension WriteTransaction {
    /// Opens a cursor over keys of eight bytes that checks every page.
    ///
    /// It sees what was committed before the transaction began. It must not outlive the closure that the transaction is
    /// passed to.
    ///
    /// - Returns: An unpositioned cursor.
    /// - Throws: ``TreeDamage`` if the meta page is another transaction's; ``LMDBError`` if memory is short.
    /// - Complexity: O(1).
    public func openCheckedCursor() throws -> CheckedCursor {
        CheckedCursor(try committedTree())
    }

    func committedTree() throws -> CommittedTree {
        // The write lock is held, so no commit overwrites the meta page.
        guard let tree = try unsafe CommittedTree.of(handle, transaction: id - 1, frame) else {
            throw TreeDamage(
                page: (id - 1) & 1, reason: "the meta page differs from what LMDB read from it", minKey: 0)
        }
        return tree
    }
}

extension CommittedTree {
    /// The tree of an open transaction; `nil` if its meta page was overwritten.
    fileprivate static func of(
        _ handle: OpaquePointer, transaction: UInt64, _ frame: UnsafeMutablePointer<TransactionFrame>
    ) throws -> CommittedTree? {
        var statistics = MDB_stat()
        let result = unsafe mdb_stat(handle, frame.database, &statistics)
        guard result == MDB_SUCCESS else { throw unsafe frame.error(result, call: "mdb_stat") }
        return try unsafe frame.pointee.environment._withUnsafeGuaranteedRef { environment in
            // A second map, because LMDB does not report where its own begins (READ-02).
            let map = try unsafe environment.pageMap()
            let tree = try unsafe CommittedTree.of(transaction, statistics: statistics, in: map)
            guard let tree, unsafe !map._withUnsafeGuaranteedRef({ $0.covers(tree.lastPage) }) else { return tree }
            // The file has outgrown a map that was limited by short address space.
            let larger = try unsafe environment.pageMap(covering: tree.lastPage)
            return try unsafe CommittedTree.of(transaction, statistics: statistics, in: larger)
        }
    }

    private static func of(
        _ transaction: UInt64, statistics: MDB_stat, in map: Unmanaged<PageMap>
    ) throws(TreeDamage) -> CommittedTree? {
        do throws(Failure) {
            return try unsafe CommittedTree(of: transaction, statistics: statistics, in: map)
        } catch {
            switch error {
            case .superseded: return nil
            case .damaged(let damage): throw damage
            }
        }
    }
}
