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
        var sighting: MetaSighting?
        // Comes to an end, as each time but the first means that others have committed meanwhile.
        repeat {
            sighting = try shared.checkStructure(pageLimit: pageLimit, visit: visit, after: sighting)
        } while sighting != nil
    }
}

/// The meta pages as they were read in the course of a transaction.
///
/// LMDB makes a transaction visible after it has written its meta page, and only then can the one after it begin, which
/// writes the other page; the next after that writes over the first. So what was read is the transaction's own and
/// whole, if the transaction is still the last one after the reading: whatever the other page says, and however long a
/// writer pauses, or was killed, between writing its page and making it visible.
private struct MetaSighting {
    let transaction: UInt64
    let own: MetaPage?
    let other: MetaPage?

    init(of transaction: UInt64, in descriptor: Int32, pageSize: Int) {
        self.transaction = transaction
        own = MetaPage(in: descriptor, at: Int(transaction & 1) * pageSize)
        other = MetaPage(in: descriptor, at: Int(transaction & 1 ^ 1) * pageSize)
    }

    /// The transaction's meta page, if nothing speaks against the two.
    func checked(in file: CheckedFile) throws(LMDBError) -> MetaPage {
        let page = transaction & 1
        guard let own, let other else { throw file.damage(own == nil ? page : page ^ 1, "it is no meta page") }
        try own.checkHeader(as: page, in: file)
        try other.checkHeader(as: page ^ 1, in: file)
        guard own.transactionID == transaction else {
            throw file.damage(page, "it is of transaction \(own.transactionID), where the last one is \(transaction)")
        }
        return own
    }
}

extension SharedEnvironment {
    /// Checks the last transaction, if its meta page has been read before and it is still the last one; reads the meta
    /// page of the one that is, if not.
    fileprivate func checkStructure(
        pageLimit: Int?, visit: Environment.EntryVisitor?, after sighting: MetaSighting?
    ) throws(LMDBError) -> MetaSighting? {
        var frame = TransactionFrame(self, isWriting: false)
        return try withUnsafeMutablePointer(to: &frame) { (frame) throws(LMDBError) in
            let reader = try beginReading(frame)
            defer { endReading(reader, frame) }
            var descriptor: Int32 = -1
            let result = mdb_env_get_fd(handle, &descriptor)
            guard result == MDB_SUCCESS else { throw error(result, call: "mdb_env_get_fd") }

            let transaction = UInt64(truncatingIfNeeded: mdb_txn_id(reader))
            guard let sighting, sighting.transaction == transaction else {
                return MetaSighting(of: transaction, in: descriptor, pageSize: pageSize)
            }
            // After the transaction began, so that the size takes in all of its pages.
            let file = try CheckedFile(descriptor: descriptor, path: path, pageSize: pageSize)
            let meta = try sighting.checked(in: file)
            var check = StructureCheck(file, meta, pageLimit: pageLimit, visit: visit)
            try check.run(maximumKeySize: maximumKeySize)
            return nil
        }
    }
}
