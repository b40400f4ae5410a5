internal import CLMDB

extension Environment {
    /// Visits an entry of the file.
    ///
    /// Called with the key, and with the value unless it is in overflow pages; the bytes are valid during the call.
    public typealias EntryVisitor = (_ key: UnsafeRawBufferPointer, _ inPageValue: UnsafeRawBufferPointer?) -> Void

    /// Checks the pages of LMDB's own structure by reading the file, not through the map.
    ///
    /// LMDB trusts its pages: a damaged one can crash the process or make a reader loop. Call this right after opening,
    /// before the first transaction reads or writes an entry, to get an error instead. The call checks the last
    /// transaction's meta page, the branch and leaf pages of its entries and of its free list, the first page of every
    /// overflow value, and that no page is referred to twice. It finds no damage in values, which have no checksum,
    /// nor in a key that is still in order.
    ///
    /// The check covers one state of the file, held by a read transaction while other processes commit. Files with
    /// named databases or duplicate keys count as damaged, because this binding does not create them.
    ///
    /// - Parameters:
    ///   - pageLimit: The maximum number of branch and leaf pages to read, including those of free lists, and of first
    ///     overflow pages; `nil` for all. The levels nearest the root come first. The counts in the meta page are
    ///     compared only if the limit was not reached.
    ///   - valueLimit: The maximum number of first overflow pages to read; `nil` for `pageLimit`.
    ///   - visit: Called with each entry, in key order, once its leaf has been checked.
    /// - Throws: ``LMDBError``: `corrupted` with the page and its damage, or a system error.
    /// - Complexity: O(*n*) in the number of pages read; memory for the branch pages of one level and one bit a page.
    @available(*, noasync, message: "it waits for the disk: use it in a synchronous function")
    public func checkStructure(
        pageLimit: Int? = nil, valueLimit: Int? = nil, visit: EntryVisitor? = nil
    ) throws(LMDBError) {
        try checkLastState { (file, meta, maximumKeySize) throws(LMDBError) in
            var check = unsafe StructureCheck(
                file, meta, pageLimit: pageLimit, valueLimit: valueLimit, visit: visit)
            try check.run(maximumKeySize: maximumKeySize)
        }
    }

    /// Checks the pages that a read of the first entries visits, by reading the file, not through the map.
    ///
    /// These are the pages on the left edge of the tree, up to the first one whose keys are all behind the given key.
    ///
    /// - Parameter key: The key behind which nothing will be read, and nothing written.
    /// - Throws: As ``checkStructure(pageLimit:valueLimit:visit:)``.
    /// - Complexity: O(log *n* + *m*) in the number *n* of pages and the number *m* of entries below the key.
    @available(*, noasync, message: "it waits for the disk: use it in a synchronous function")
    public func checkStructure(below key: [UInt8]) throws(LMDBError) {
        try checkLastState { (file, meta, maximumKeySize) throws(LMDBError) in
            var check = unsafe StructureCheck(file, meta, pageLimit: nil, valueLimit: nil, visit: nil)
            try check.run(below: key, maximumKeySize: maximumKeySize)
        }
    }

    private func checkLastState(
        _ check: (CheckedFile, MetaPage, _ maximumKeySize: Int) throws(LMDBError) -> Void
    ) throws(LMDBError) {
        let shared = try usable(call: "Environment.checkStructure")
        // Two rounds: the meta page that the first one reads is used if the second finds the same last transaction.
        var sighting: MetaSighting?
        // Terminates: each further iteration means that other processes have committed meanwhile.
        repeat {
            sighting = try shared.checkLastState(check, after: sighting)
        } while sighting != nil
    }
}

/// The meta pages as read during a transaction.
///
/// LMDB publishes a transaction after it has written its meta page. Only then can the next transaction begin, which
/// writes the other page; the one after that overwrites the first. So if the transaction is still the last one after
/// reading, the meta page that was read is its own and complete. This holds whatever the other page contains, and even
/// if a writer pauses or is killed between writing its page and publishing it.
private struct MetaSighting {
    let transaction: UInt64
    let own: MetaPage?
    let other: MetaPage?

    init(of transaction: UInt64, in descriptor: Int32, pageSize: Int) {
        self.transaction = transaction
        own = MetaPage(in: descriptor, at: Int(transaction & 1) * pageSize)
        other = MetaPage(in: descriptor, at: Int(transaction & 1 ^ 1) * pageSize)
    }

    /// The transaction's meta page, if both pages are plausible.
    func checked(in file: CheckedFile) throws(LMDBError) -> MetaPage {
        let page = transaction & 1
        guard let own, let other else { throw file.damage(own == nil ? page : page ^ 1, "it is not a meta page") }
        try own.checkHeader(as: page, in: file)
        try other.checkHeader(as: page ^ 1, in: file)
        guard own.transactionID == transaction else {
            throw file.damage(
                page, "it is that of transaction \(own.transactionID), but the last one is \(transaction)")
        }
        return own
    }
}

extension SharedEnvironment {
    /// Checks the last transaction, if its meta page was read before and it is still the last one; otherwise reads the
    /// meta page of the last one.
    fileprivate func checkLastState(
        _ check: (CheckedFile, MetaPage, Int) throws(LMDBError) -> Void, after sighting: MetaSighting?
    ) throws(LMDBError) -> MetaSighting? {
        var frame = TransactionFrame(self, isWriting: false)
        return try unsafe withUnsafeMutablePointer(to: &frame) { (frame) throws(LMDBError) in
            let reader = try unsafe beginReading(frame)
            defer { unsafe endReading(reader, frame) }
            var descriptor: Int32 = -1
            let result = unsafe mdb_env_get_fd(handle, &descriptor)
            guard result == MDB_SUCCESS else { throw error(result, call: "mdb_env_get_fd") }

            let transaction = unsafe UInt64(truncatingIfNeeded: mdb_txn_id(reader))
            guard let sighting, sighting.transaction == transaction else {
                return MetaSighting(of: transaction, in: descriptor, pageSize: pageSize)
            }
            // After the transaction began, so that the size covers all of its pages.
            let file = try CheckedFile(descriptor: descriptor, path: path, pageSize: pageSize)
            let meta = try sighting.checked(in: file)
            try check(file, meta, maximumKeySize)
            return nil
        }
    }
}
