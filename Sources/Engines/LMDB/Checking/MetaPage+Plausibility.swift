extension MetaPage {
    /// Throws ``LMDBError/Code/corrupted`` where a meta page says what LMDB would stumble over while opening the file:
    /// some versions divide by the size of a page, or look for the second meta page by it, without a second glance.
    ///
    /// What LMDB refuses of its own accord, such as a page that is missing, is left to it: it looks with the file
    /// locked, while here another process may be about to create it.
    static func checkBeforeOpening(_ descriptor: Int32, path: String) throws(LMDBError) {
        guard isPlausible(in: descriptor) else { return }
        guard let first = MetaPage(in: descriptor, at: 0) else {
            guard FileBytes.read(bytes, at: 0, from: descriptor) != nil else { return }
            throw .implausible(path, page: 0, "the size of a page makes no sense")
        }
        try first.check(as: 0, path: path)
        guard let page = FileBytes.read(bytes, at: first.pageSize, from: descriptor), page.uint32(at: 16) == magic
        else { return }
        guard let second = MetaPage(in: descriptor, at: first.pageSize), second.pageSize == first.pageSize else {
            throw .implausible(path, page: 1, "the size of a page is not the \(first.pageSize) bytes of page 0")
        }
        try second.check(as: 1, path: path)
    }

    /// More bytes than any file has that can be mapped.
    static let greatestFileBytes: UInt64 = 1 << 47

    private func check(as page: UInt64, path: String) throws(LMDBError) {
        guard lastPage >= 1, lastPage < Self.greatestFileBytes / UInt64(pageSize) else {
            throw .implausible(path, page: page, "page \(lastPage) is said to be the last one")
        }
        // LMDB looks for a transaction where the last bit of its number says. Half of the numbers are more than enough
        // for all time, and what a commit adds to them must not overflow.
        guard transactionID == 0 || transactionID & 1 == page, transactionID < 1 << 63 else {
            throw .implausible(path, page: page, "transaction \(transactionID) does not belong in it")
        }
    }
}

extension MetaPage {
    /// Throws ``LMDBError/Code/corrupted`` unless the page's header, which no commit writes again, is what it ought to
    /// be.
    func checkHeader(as page: UInt64, in file: CheckedFile) throws(LMDBError) {
        guard number == page, flags == Self.metaFlag else {
            throw file.damage(page, "it gives itself the number \(number) and the flags \(flags)")
        }
    }

    /// Throws ``LMDBError/Code/corrupted`` unless the page can be what a sound transaction left.
    func check(in file: CheckedFile) throws(LMDBError) {
        let page = transactionID & 1
        guard pageSize == file.pageSize else {
            throw file.damage(page, "it gives a page \(pageSize) bytes, where the file's have \(file.pageSize)")
        }
        guard lastPage >= 1 else { throw file.damage(page, "page \(lastPage) is said to be the last one") }
        // Of the free pages' flags, the upper ones are the environment's.
        guard free.flags & TreeRecord.orderFlags == TreeRecord.integerKey, main.flags == 0 else {
            throw file.damage(page, "the trees' flags are \(free.flags) and \(main.flags)")
        }
        for (tree, name) in [(free, "free pages"), (main, "entries")] where !tree.isPlausible(lastPage: lastPage) {
            throw file.damage(
                page,
                """
                the tree of \(name) cannot have depth \(tree.depth), root \(tree.root), \(tree.branchPages) branch, \
                \(tree.leafPages) leaf and \(tree.overflowPages) overflow pages with \(tree.entries) entries, where \
                \(lastPage) is the last page
                """)
        }
    }
}

extension TreeRecord {
    /// The deepest tree that a cursor of LMDB's can walk.
    static let deepest = 32

    // From lmdb.h: everything that changes the order of keys, or allows several values to a key.
    fileprivate static let orderFlags: UInt16 = 0x7E
    fileprivate static let integerKey: UInt16 = 0x08

    fileprivate func isPlausible(lastPage: UInt64) -> Bool {
        guard depth > 0 else {
            return root == Self.none && branchPages == 0 && leafPages == 0 && overflowPages == 0 && entries == 0
        }
        guard depth <= Self.deepest, root >= 2, root <= lastPage else { return false }
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
