extension MetaPage {
    /// Throws ``LMDBError/Code/corrupted`` if a meta page has values that would crash LMDB while it opens the file:
    /// some versions divide by the page size, or use it to locate the second meta page, without checking it.
    ///
    /// LMDB itself reports other conditions, such as a missing page: it then holds the file lock, whereas during this
    /// check another process may still be creating the page.
    static func checkBeforeOpening(_ descriptor: Int32, path: String) throws(LMDBError) {
        guard isPlausible(in: descriptor) else { return }
        guard let first = MetaPage(in: descriptor, at: 0) else {
            guard FileBytes.read(bytes, at: 0, from: descriptor) != nil else { return }
            throw .implausible(path, page: 0, "the page size is invalid")
        }
        try first.check(as: 0, path: path)
        guard let page = FileBytes.read(bytes, at: first.pageSize, from: descriptor),
            page.uint32(at: PageLayout.Meta.magic) == magic
        else { return }
        guard let second = MetaPage(in: descriptor, at: first.pageSize), second.pageSize == first.pageSize else {
            throw .implausible(path, page: 1, "the page size is not that of page 0, \(first.pageSize) bytes")
        }
        try second.check(as: 1, path: path)
    }

    /// Greater than any file that can be mapped, in bytes.
    static let maxFileBytes: UInt64 = 1 << 47

    private func check(as page: UInt64, path: String) throws(LMDBError) {
        guard lastPage >= 1, lastPage < Self.maxFileBytes / UInt64(pageSize) else {
            throw .implausible(path, page: page, "it names page \(lastPage) as the last one")
        }
        // The last bit of a transaction's id selects its meta page. Ids are limited to half the range, so that adding
        // to them cannot overflow.
        guard transactionID == 0 || transactionID & 1 == page, transactionID < 1 << 63 else {
            throw .implausible(path, page: page, "transaction \(transactionID) does not belong in it")
        }
    }
}

extension MetaPage {
    /// Throws ``LMDBError/Code/corrupted`` unless the page's header, which commits do not rewrite, is valid.
    func checkHeader(as page: UInt64, in file: CheckedFile) throws(LMDBError) {
        guard number == page, flags == Self.metaFlag else {
            throw file.damage(page, "it states number \(number) and flags \(flags)")
        }
    }

    /// Throws ``LMDBError/Code/corrupted`` unless the page can be the result of a correct transaction.
    func check(in file: CheckedFile) throws(LMDBError) {
        let page = transactionID & 1
        guard pageSize == file.pageSize else {
            throw file.damage(page, "it states a page size of \(pageSize) bytes, but the file's is \(file.pageSize)")
        }
        guard lastPage >= 1 else { throw file.damage(page, "it names page \(lastPage) as the last one") }
        // The upper flags of the free tree are the environment's.
        guard free.flags & TreeRecord.orderFlags == TreeRecord.integerKey, main.flags == 0 else {
            throw file.damage(
                page, "the trees have flags \(free.flags) and \(main.flags), which this binding does not use")
        }
        for (tree, name) in [(free, "free pages"), (main, "entries")] where !tree.isPlausible(lastPage: lastPage) {
            throw file.damage(
                page,
                """
                the tree of \(name) cannot have depth \(tree.depth), root \(tree.root), \(tree.branchPages) branch, \
                \(tree.leafPages) leaf and \(tree.overflowPages) overflow pages with \(tree.entries) entries; \
                the last page is \(lastPage)
                """)
        }
    }
}

extension TreeRecord {
    /// The maximum depth that an LMDB cursor supports.
    static let maxDepth = 32

    // From lmdb.h: all flags that change the key order or allow duplicate keys.
    fileprivate static let orderFlags: UInt16 = 0x7E
    fileprivate static let integerKey: UInt16 = 0x08

    fileprivate func isPlausible(lastPage: UInt64) -> Bool {
        guard depth > 0 else {
            return root == Self.none && branchPages == 0 && leafPages == 0 && overflowPages == 0 && entries == 0
        }
        guard depth <= Self.maxDepth, root >= 2, root <= lastPage else { return false }
        guard branchPages <= lastPage, leafPages <= lastPage, overflowPages <= lastPage else { return false }
        return branchPages >= depth - 1 && leafPages >= 1 && entries >= leafPages
    }
}

extension LMDBError {
    /// The error of a damaged page.
    init(code: Code, call: String, path: String, page: UInt64, damage: String) {
        var message = "\(path): page \(page): \(damage)"
        if let remedy = code.remedy { message += ": \(remedy)" }
        self.init(code: code, call: call, message: message)
    }

    fileprivate static func implausible(_ path: String, page: UInt64, _ damage: String) -> LMDBError {
        LMDBError(code: .corrupted, call: "Environment.open", path: path, page: page, damage: damage)
    }
}
