internal import CLMDB

extension Environment {
    /// What is done with an entry of the file.
    ///
    /// Given are its key, and its value unless that lies in pages of its own; the bytes are valid during the call.
    public typealias EntryVisitor = (_ key: UnsafeRawBufferPointer, _ inPageValue: UnsafeRawBufferPointer?) -> Void

    /// Checks the pages that LMDB's own structure consists of, by reading the file and not through the map.
    ///
    /// LMDB trusts what it finds in a page: one that is damaged can crash the process, or make a reader go round in
    /// circles. So call this right after opening and before the first transaction reads or writes an entry, where
    /// damage is to be an error instead. Checked are the last transaction's meta page, the branch and leaf pages of its
    /// entries and of its free pages, the first page of every long value, and that nothing is referred to twice. The
    /// bytes of values are not: they have no checksum, and neither have the bytes of keys that stay in order.
    ///
    /// The check is of one state of the file, which a read transaction keeps while others go on committing. Files with
    /// named databases or several values to a key count as damaged, as this binding does not make them.
    ///
    /// - Parameters:
    ///   - pageLimit: How many branch and leaf pages are read at most, with those that lists of free pages take, and
    ///     how many first pages of long values; nil for all. The levels nearest the root come first. Numbers of pages
    ///     and entries are compared with what the meta page says only where the limit was not reached.
    ///   - visit: What to do with each entry, in the order of keys, as each leaf is found sound.
    /// - Throws: ``LMDBError``: `corrupted` with the number of the page and what is wrong with it, or the system's.
    /// - Complexity: O(*n*) in the number of pages read; memory is needed for the branch pages of a level and for a
    ///   bit a page.
    @available(*, noasync, message: "it waits for the disk: use it in a synchronous function")
    public func checkStructure(pageLimit: Int? = nil, visit: EntryVisitor? = nil) throws(LMDBError) {
        let shared = try usable(call: "Environment.checkStructure")
        var attempts = 0
        while try !shared.checkStructure(pageLimit: pageLimit, visit: visit, isLastAttempt: attempts >= 1000) {
            attempts += 1
        }
    }
}

extension SharedEnvironment {
    /// Checks the last transaction; false where others overtook it before its meta page was read.
    fileprivate func checkStructure(
        pageLimit: Int?, visit: Environment.EntryVisitor?, isLastAttempt: Bool
    ) throws(LMDBError) -> Bool {
        var frame = TransactionFrame(self, isWriting: false)
        return try withUnsafeMutablePointer(to: &frame) { (frame) throws(LMDBError) in
            let transaction = try beginReading(frame)
            defer { endReading(transaction, frame) }
            var descriptor: Int32 = -1
            let result = mdb_env_get_fd(handle, &descriptor)
            guard result == MDB_SUCCESS else { throw error(result, call: "mdb_env_get_fd") }

            // After the transaction began, so that the size takes in all of its pages.
            let file = try CheckedFile(descriptor: descriptor, path: path, pageSize: pageSize)
            guard
                let meta = try file.meta(
                    of: UInt64(truncatingIfNeeded: mdb_txn_id(transaction)), isLastAttempt: isLastAttempt)
            else {
                return false
            }
            var check = StructureCheck(file, meta, pageLimit: pageLimit, visit: visit)
            try check.run(maximumKeySize: maximumKeySize)
            return true
        }
    }
}

extension CheckedFile {
    /// The meta page of a transaction that a reader keeps; nil where the one after the next may be overwriting it.
    fileprivate func meta(of transaction: UInt64, isLastAttempt: Bool) throws(LMDBError) -> MetaPage? {
        let page = transaction & 1
        let meta = MetaPage(in: descriptor, at: Int(page) * pageSize)
        // Read second: as long as the next transaction is not in it, the one after has not begun to write.
        let other = MetaPage(in: descriptor, at: Int(page ^ 1) * pageSize)
        guard let meta, let other else { throw damage(meta == nil ? page : page ^ 1, "it is no meta page") }
        try meta.checkHeader(as: page, in: self)
        try other.checkHeader(as: page ^ 1, in: self)
        let isSettled = other.transactionID < transaction || (other.transactionID == 0 && transaction == 0)
        if meta.transactionID == transaction, isSettled { return meta }
        guard isLastAttempt else { return nil }
        throw damage(
            page,
            """
            it is said to be of transaction \(meta.transactionID), and the other meta page of transaction \
            \(other.transactionID), where the last one is \(transaction)
            """)
    }
}
