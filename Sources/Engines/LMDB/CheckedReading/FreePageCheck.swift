/// Checks that the pages listed as free are free.
///
/// LMDB overwrites listed pages without a check; a stale list from the disk may name pages that now hold entries. Two
/// checks: every commit writes a record, so the last record must be that of the last transaction; and the tree of
/// entries must not reach any listed page.
///
/// `@safe` is right because the closure gets only the bytes of a page that lies in the file, during its call.
@safe
struct FreePageCheck: ~Copyable {
    // APP-12: LMDB's list of free pages is checked before a group is written.

    private let tree: CommittedTree
    private var cursor: CheckedCursor
    /// The number of pages still to be checked.
    private var rest: Int
    /// The pages of the free list itself.
    private var listPages: [UInt64] = []
    /// The transaction of the last record read.
    private var previousTransaction: UInt64 = 0
    /// The pages listed so far, each of which may be listed once; tracked only if all pages are checked.
    private var listed = PageSet()
    private let checksAllPages: Bool
    private let keyOfValue: (UnsafeRawBufferPointer) -> UInt64?

    /// The maximum size of a value that is searched for, in pages: 256 MiB.
    private static let maxValuePages: UInt64 = 1 << 16

    /// - Parameters:
    ///   - tree: The trees of a transaction.
    ///   - limit: The number of pages to check, beginning with those that LMDB takes first; `nil` for all.
    ///   - keyOfValue: The key that a value itself states.
    init(_ tree: CommittedTree, limit: Int?, keyOfValue: @escaping (UnsafeRawBufferPointer) -> UInt64?) {
        self.tree = tree
        cursor = CheckedCursor(tree)
        rest = limit ?? .max
        checksAllPages = limit == nil
        unsafe self.keyOfValue = keyOfValue
    }

    /// Checks the list and the pages in it.
    ///
    /// - Throws: ``TreeDamage`` if the list is another transaction's, or names a page in use.
    /// - Complexity: O(*n* · *d*) in the number of checked pages and the depth of the tree.
    mutating func run() throws(TreeDamage) {
        guard try hasList() else { return }
        try checkNewest()
        try visit(tree.freeRoot, level: 1)
    }

    /// Whether there is a list; every commit but the first writes one.
    private func hasList() throws(TreeDamage) -> Bool {
        guard tree.freeDepth > 0, tree.freeRoot != TreeRecord.none else {
            // The first commit frees no page.
            guard tree.transaction <= 1 || tree.depth == 0 else {
                throw damage(tree.transaction & 1, "it has no list of free pages, although every commit adds to one")
            }
            return false
        }
        guard tree.freeDepth <= CheckedCursor.maxDepth else {
            throw damage(tree.transaction & 1, "the list of free pages cannot have depth \(tree.freeDepth)")
        }
        return true
    }

    /// Checks that the last record is that of the last transaction.
    ///
    /// Otherwise the meta page is an older one with a corrupted number.
    ///
    /// - Throws: ``TreeDamage`` if it is another transaction's.
    /// - Complexity: O(log *n*) in the number of records.
    func checkNewest() throws(TreeDamage) {
        guard try hasList() else { return }
        var number = tree.freeRoot
        for level in 1...tree.freeDepth {
            let page = try page(number, level)
            let last = page.count - 1
            guard level == tree.freeDepth else {
                number = page.child(last, tree.pageSize)
                continue
            }
            let newest = try page.record(last, tree)
            // See APP-12: a commit lists the pages that it frees under its own id; another id proves a lost write.
            guard newest.transaction == tree.transaction else {
                throw damage(
                    number,
                    "the list of free pages ends with transaction \(newest.transaction), but the last one is "
                        + "\(tree.transaction): a write was lost")
            }
        }
    }

    private func page(_ number: UInt64, _ level: Int) throws(TreeDamage) -> CommittedTree.Page {
        try tree.page(number, isLeaf: level == tree.freeDepth, minKey: 0, minChildren: 1)
    }

    private mutating func visit(_ number: UInt64, level: Int) throws(TreeDamage) {
        guard rest > 0 else { return }
        guard !listPages.contains(number) else { throw damage(number, "the list of free pages refers to it twice") }
        listPages.append(number)
        let page = try page(number, level)
        for index in 0..<page.count where rest > 0 {
            if level < tree.freeDepth {
                try visit(page.child(index, tree.pageSize), level: level + 1)
            } else {
                try check(page.record(index, tree), in: page)
            }
        }
    }

    private mutating func check(
        _ record: CommittedTree.Page.FreeRecord, in page: CommittedTree.Page
    ) throws(TreeDamage) {
        // LMDB reads a repeated record twice, and aborts the process if the order goes back.
        guard record.transaction > previousTransaction, record.transaction <= tree.transaction else {
            throw damage(
                page.number,
                "it lists the pages freed by transaction \(record.transaction) after those of \(previousTransaction); "
                    + "the last transaction is \(tree.transaction)")
        }
        previousTransaction = record.transaction
        // From the lowest page on, which LMDB takes first.
        var previous: UInt64 = 0
        for index in (record.count - min(record.count, rest)..<record.count).reversed() {
            let number = record.page(index)
            guard number >= 2, number <= tree.lastPage, number > previous else {
                throw damage(page.number, "it lists page \(number) as free, but only 2 to \(tree.lastPage) are in use")
            }
            previous = number
            guard !checksAllPages || listed.insert(number) else {
                throw damage(page.number, "it lists page \(number) as free, which is already listed")
            }
            guard try !isInUse(number) else {
                throw damage(number, "it is listed as free, but holds or leads to entries")
            }
        }
        rest -= min(record.count, rest)
    }

    /// Whether a page belongs to one of the two trees, judged by its bytes and a search.
    ///
    /// The contents of a free page are arbitrary: an old version of an entry, a list, or bytes that were never
    /// meaningful. A page is in use only if the tree leads to it.
    private mutating func isInUse(_ number: UInt64) throws(TreeDamage) -> Bool {
        if listPages.contains(number) { return true }
        // A page that was allocated and freed in one transaction is never written.
        guard let start = unsafe tree.contents(of: number) else { return false }
        guard unsafe start.number(at: PageLayout.numberOffset, as: UInt64.self) == number else {
            return try isWithinValue(number)
        }
        switch unsafe start.number(at: PageLayout.flagsOffset, as: UInt16.self) {
        case PageLayout.leafFlag: return try leadsToItself(number, isLeaf: true)
        case PageLayout.branchFlag: return try leadsToItself(number, isLeaf: false)
        case PageLayout.overflowFlag: return try leadsToValue(number)
        default: return false
        }
    }

    /// Whether a page that does not state its own number lies inside a value of the tree.
    private mutating func isWithinValue(_ number: UInt64) throws(TreeDamage) -> Bool {
        var first = number - 1
        while first >= 2, number - first < Self.maxValuePages, let start = unsafe tree.contents(of: first) {
            if unsafe start.number(at: PageLayout.numberOffset, as: UInt64.self) == first {
                guard unsafe start.number(at: PageLayout.flagsOffset, as: UInt16.self) == PageLayout.overflowFlag,
                    unsafe UInt64(start.number(at: PageLayout.overflowCountOffset, as: UInt32.self)) > number - first
                else { return false }
                return try leadsToValue(first)
            }
            first -= 1
        }
        return false
    }

    /// Whether the tree leads to the value that begins in a page.
    private mutating func leadsToValue(_ first: UInt64) throws(TreeDamage) -> Bool {
        guard let start = unsafe tree.contents(of: first) else { return false }
        let value = unsafe start + PageLayout.headerBytes
        let bytes = unsafe UnsafeRawBufferPointer(start: value, count: tree.pageSize - PageLayout.headerBytes)
        guard let key = unsafe keyOfValue(bytes), let entry = try cursor.seek(atMost: key) else { return false }
        return unsafe entry.value.baseAddress == value
    }

    /// Whether the path to a key of the page leads through the page.
    private mutating func leadsToItself(_ number: UInt64, isLeaf: Bool) throws(TreeDamage) -> Bool {
        let page: CommittedTree.Page
        let key: CommittedTree.Page.Key
        do throws(TreeDamage) {
            page = try tree.page(number, isLeaf: isLeaf, minKey: 0, minChildren: 1)
            guard isLeaf || page.count > 1 else { return false }
            key = try page.key(isLeaf ? 0 : 1, tree.pageSize, minKey: 0)
        } catch {
            // An invalid page is not in the tree, or its damage is found when the tree is read.
            return false
        }
        return try cursor.passes(number, onTheWayTo: key.value)
    }

    private func damage(_ page: UInt64, _ reason: String) -> TreeDamage {
        TreeDamage(page: page, reason: reason, minKey: 0)
    }
}

extension CommittedTree.Page {
    private typealias Layout = PageLayout.FreeList

    /// The pages freed by one transaction: a count, and the numbers in descending order.
    ///
    /// `@safe` is right because the count was checked against the size of the value that the pointer leads to.
    @safe
    struct FreeRecord {
        let transaction: UInt64
        let count: Int
        private let start: UnsafeRawPointer

        fileprivate init(transaction: UInt64, count: Int, at start: UnsafeRawPointer) {
            self.transaction = transaction
            self.count = count
            unsafe self.start = start
        }

        func page(_ index: Int) -> UInt64 { unsafe start.number(at: Layout.pageOffset(index)) }
    }

    /// A node of the free list; its keys are in native byte order.
    func record(_ index: Int, _ tree: CommittedTree) throws(TreeDamage) -> FreeRecord {
        let key = try key(index, tree.pageSize, minKey: 0)
        let value =
            switch try value(index, tree.pageSize, minKey: 0) {
            case .inPage(let bytes): unsafe bytes
            case .overflow(let first, let size): try unsafe tree.overflow(first, size: size, from: number, minKey: 0)
            }
        guard key.bytes == Layout.keyBytes, value.count >= Layout.pagesOffset,
            let start = value.baseAddress,
            case let count = unsafe start.number(at: Layout.countOffset, as: UInt64.self),
            count <= UInt64(Layout.capacity(ofBytes: value.count))
        else { throw TreeDamage(page: number, reason: "it is not a list of free pages", minKey: 0) }
        return unsafe FreeRecord(transaction: UInt64(bigEndian: key.value), count: Int(count), at: start)
    }
}

extension WriteTransaction {
    /// Checks that the pages listed as free are free, before LMDB overwrites them.
    ///
    /// - Parameters:
    ///   - limit: The number of pages to check, beginning with those that LMDB takes first; `nil` for all.
    ///   - keyOfValue: The key that a value states in its first bytes; `nil` if they are not a value's. Overflow pages
    ///     can be identified in no other way.
    /// - Throws: ``TreeDamage`` if the list is another transaction's, or names a page in use; ``LMDBError`` if memory
    ///   is short.
    /// - Complexity: O(*n* · *d*) in the number of checked pages and the depth of the tree.
    public func checkFreePages(
        limit: Int? = nil, keyOfValue: @escaping (UnsafeRawBufferPointer) -> UInt64?
    ) throws {
        var check = unsafe FreePageCheck(try committedTree(), limit: limit, keyOfValue: keyOfValue)
        try check.run()
    }
}
