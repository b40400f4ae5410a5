/// A check of the pages in one transaction's trees, up to a limit.
///
/// `@safe` is right because the closure gets only bytes of a page in memory, during its call.
@safe
struct StructureCheck {
    // OPS-11: `verify` and opening read LMDB's pages through the file before the map is used.

    let file: CheckedFile
    let meta: MetaPage
    let visit: Environment.EntryVisitor?
    private var referenced = PageSet()
    private var pagesLeft: Int
    /// How many first overflow pages may still be read; a leaf can refer to hundreds of them.
    private var valuesLeft: Int

    init(
        _ file: CheckedFile, _ meta: MetaPage, pageLimit: Int?, valueLimit: Int?, visit: Environment.EntryVisitor?
    ) {
        self.file = file
        self.meta = meta
        unsafe self.visit = visit
        pagesLeft = pageLimit ?? .max
        valuesLeft = valueLimit ?? pagesLeft
    }

    /// Walks both trees level by level, so that a limit leaves out the lowest levels.
    mutating func run(maximumKeySize: Int) throws(LMDBError) {
        try meta.check(in: file)
        var free = TreeWalk(.free(meta.free))
        var main = TreeWalk(.main(meta.main, maximumKeySize: maximumKeySize))
        // Alternately: a large tree must not use up the limit before the upper levels of the other tree are checked.
        while pagesLeft > 0, !free.isAtBottom || !main.isAtBottom {
            try free.descend(&self)
            try main.descend(&self)
        }
        try free.checkCounts(self)
        try main.checkCounts(self)
    }

    /// Walks down the left edge of the tree of entries, as a read of the entries below a key does.
    ///
    /// The tree of free pages is left out, because only writes use it.
    mutating func run(below key: [UInt8], maximumKeySize: Int) throws(LMDBError) {
        try meta.check(in: file)
        let bound = PageKey(page: FileBytes(bytes: key), range: 0..<key.count)
        var main = TreeWalk(.main(meta.main, maximumKeySize: maximumKeySize), below: bound)
        while !main.isAtBottom { try main.descend(&self) }
    }

    /// Takes pages off the limit; `false` if it is used up.
    mutating func take(_ pages: Int = 1) -> Bool {
        guard pagesLeft > 0 else { return false }
        pagesLeft -= min(pages, pagesLeft)
        return true
    }

    /// Notes a reference to a page; each page may be referred to once.
    mutating func noteReference(to page: UInt64, from referrer: UInt64) throws(LMDBError) {
        guard page >= 2, page <= meta.lastPage else {
            throw file.damage(referrer, "it refers to page \(page), but only pages 2 to \(meta.lastPage) are in use")
        }
        guard referenced.insert(page) else {
            throw file.damage(referrer, "it refers to page \(page), to which another page refers too")
        }
    }

    /// Checks the overflow pages of a value, of which only the first has a header.
    ///
    /// Returns their number; `nil` if the limit prevents reading the header.
    mutating func checkOverflow(_ first: UInt64, size: Int, from referrer: UInt64) throws(LMDBError) -> Int? {
        try noteReference(to: first, from: referrer)
        let needed = PageLayout.overflowPages(for: size, pageSize: file.pageSize)
        try checkEnd(of: first, pages: needed)
        guard valuesLeft > 0 else { return nil }
        valuesLeft -= 1

        let header = try file.read(first, count: PageLayout.headerBytes)
        let number = header.uint64(at: PageLayout.numberOffset)
        let flags = header.uint16(at: PageLayout.flagsOffset)
        guard number == first, flags == PageLayout.overflowFlag else {
            throw file.damage(
                first, "as an overflow page, it states number \(number) and flags \(flags)")
        }
        // There may be more pages than needed, if the transaction that wrote the value also shortened it.
        let pages = Int(header.uint32(at: PageLayout.overflowCountOffset))
        guard pages >= needed else {
            throw file.damage(first, "its \(pages) overflow pages cannot hold a value of \(size) bytes")
        }
        try checkEnd(of: first, pages: pages)
        for page in first + 1..<first + UInt64(pages) { try noteReference(to: page, from: referrer) }
        return pages
    }

    private func checkEnd(of first: UInt64, pages: Int) throws(LMDBError) {
        guard first + UInt64(pages) <= min(file.pages, meta.lastPage + 1) else {
            throw file.damage(first, "its \(pages) overflow pages go beyond page \(meta.lastPage) or the file's end")
        }
    }
}
