extension Environment {
    /// Looks whether the meta page that LMDB goes by is the one that its transaction has written.
    ///
    /// A disk that alters the number in the older meta page makes it look like the newer one: the file then goes back by
    /// one commit, and is sound otherwise. Every commit but the first frees pages and lists them under its own number, so
    /// that a number which was altered is not the last one of that list. For files to which every commit adds an entry.
    ///
    /// - Throws: ``LMDBError``: `corrupted` where it is not, or where the list of free pages cannot be read.
    /// - Complexity: O(log *n*) in the number of entries of the list.
    @available(*, noasync, message: "it waits for the disk: use it in a synchronous function")
    public func checkLastTransaction() throws(LMDBError) {
        do {
            // Comes to an end, as each time but the last means that others have committed meanwhile.
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
    /// Checks the number of the transaction.
    ///
    /// - Returns: Whether it could be: not where two commits have taken the meta page away.
    fileprivate func isLastTransactionChecked() throws -> Bool {
        guard let tree = try committedTree() else { return false }
        try FreePageCheck(tree, limit: 0, keyOfValue: { _ in nil }).checkNewest()
        return true
    }
}
