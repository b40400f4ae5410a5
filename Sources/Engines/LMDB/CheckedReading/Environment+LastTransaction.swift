extension Environment {
    /// Checks that the meta page which LMDB uses was written by the transaction that it names.
    ///
    /// If a disk corrupts the id in the older meta page so that the page looks newer, the file loses its last commit
    /// but is valid otherwise. Every commit except the first lists the pages that it freed under its own id, so a
    /// corrupted id is not the last one of that list. Use this only for files to which every commit adds an entry.
    ///
    /// - Throws: ``LMDBError``: `corrupted` if another transaction wrote it, or the list of free pages cannot be read.
    /// - Complexity: O(log *n*) in the number of records in the list.
    @available(*, noasync, message: "it waits for the disk: use it in a synchronous function")
    public func checkLastTransaction() throws(LMDBError) {
        do {
            // Terminates: each further iteration means that other processes have committed meanwhile.
            while try !read({ try $0.isLastTransactionChecked() }) {}
        } catch let damage as TreeDamage {
            throw LMDBError(
                code: .corrupted, call: "Environment.checkLastTransaction", path: path, page: damage.page,
                damage: damage.reason)
        } catch {
            throw (error as? LMDBError)
                ?? LMDBError(code: .corrupted, call: "Environment.checkLastTransaction", message: "\(path): \(error)")
        }
    }
}

extension ReadTransaction {
    /// Checks the id of the transaction.
    ///
    /// - Returns: Whether it was checked; `false` if two commits have overwritten the meta page.
    fileprivate func isLastTransactionChecked() throws -> Bool {
        guard let tree = try committedTree() else { return false }
        try unsafe FreePageCheck(tree, limit: 0, keyOfValue: { _ in nil }).checkNewest()
        return true
    }
}
