internal import CLMDB
internal import Synchronization

/// The B-tree of entries at the start of a transaction, read through a second map and validated page by page.
///
/// LMDB trusts every page that it reads: a page that a disk lost, misdirected or left stale crashes the process or
/// gives a wrong answer. Here each page is checked before use, in constant time: its number, kind and free space; and
/// each node that a search touches must lie in the page.
///
/// Valid only inside the transaction.
///
/// `@safe` is right because each page is checked to lie in the file and in the map before it is accessed, and the map
/// outlives the transaction.
@safe
struct CommittedTree {
    private let map: Unmanaged<PageMap>
    private let base: UnsafeRawPointer
    let pageSize: Int
    let root: UInt64
    let depth: Int
    let entries: UInt64
    let lastPage: UInt64
    let transaction: UInt64
    /// The root of the tree of free pages; ``TreeRecord/none`` if there is none.
    let freeRoot: UInt64
    let freeDepth: Int

    /// A branch or leaf page with a validated header.
    ///
    /// `@safe` is right because the page lies in the file, and each offset is checked to lie in the page before use.
    @safe
    struct Page {
        let number: UInt64
        let start: UnsafeRawPointer
        let count: Int
        let upper: Int
    }

    private init(
        map: Unmanaged<PageMap>, root: UInt64, depth: Int, entries: UInt64, lastPage: UInt64, transaction: UInt64,
        freeRoot: UInt64, freeDepth: Int
    ) {
        unsafe self.map = map
        unsafe (base, pageSize) = map._withUnsafeGuaranteedRef { unsafe ($0.base, $0.pageSize) }
        self.root = root
        self.depth = depth
        self.entries = entries
        self.lastPage = lastPage
        self.transaction = transaction
        self.freeRoot = freeRoot
        self.freeDepth = freeDepth
    }

    /// Why the tree of a transaction cannot be determined.
    enum Failure: Error {
        /// The meta page was overwritten after the transaction began: begin another one.
        case superseded
        case damaged(TreeDamage)
    }

    /// Reads a transaction's tree from its meta page.
    ///
    /// - Parameters:
    ///   - transaction: The id of the last transaction that the reader sees.
    ///   - statistics: LMDB's statistics of the tree in that transaction.
    ///   - map: The file.
    /// - Throws: ``Failure``.
    init(of transaction: UInt64, statistics: MDB_stat, in map: Unmanaged<PageMap>) throws(Failure) {
        let (base, pageSize, reaches) = unsafe map._withUnsafeGuaranteedRef {
            unsafe ($0.base, $0.pageSize, $0.reaches(1))
        }
        guard transaction > 0 else {
            unsafe self.init(
                map: map, root: TreeRecord.none, depth: 0, entries: 0, lastPage: 1, transaction: 0,
                freeRoot: TreeRecord.none, freeDepth: 0)
            return
        }
        func damage(_ reason: String) -> Failure {
            .damaged(TreeDamage(page: transaction & 1, reason: reason, minKey: 0))
        }
        guard reaches else { throw damage("the file ends before it") }
        let meta = unsafe base + Int(transaction & 1) * pageSize
        let before = unsafe meta.number(at: PageLayout.Meta.transaction, as: UInt64.self)
        let tree = unsafe meta + PageLayout.Meta.mainTree
        let free = unsafe meta + PageLayout.Meta.freeTree
        unsafe self.init(
            map: map, root: tree.number(at: PageLayout.Tree.root),
            depth: Int(tree.number(at: PageLayout.Tree.depth, as: UInt16.self)),
            entries: tree.number(at: PageLayout.Tree.entries), lastPage: meta.number(at: PageLayout.Meta.lastPage),
            transaction: transaction, freeRoot: free.number(at: PageLayout.Tree.root),
            freeDepth: Int(free.number(at: PageLayout.Tree.depth, as: UInt16.self)))
        // A writer may overwrite the page during these reads: its number is read again after them.
        atomicMemoryFence(ordering: .acquiring)
        let after = unsafe meta.number(at: PageLayout.Meta.transaction, as: UInt64.self)
        // The second commit after this transaction overwrites the meta page. The number of entries, which LMDB copied
        // at the start of the transaction, shows below whether the values read are still those of this transaction.
        guard before <= transaction, after <= transaction else { throw .superseded }
        guard before == transaction, after == transaction else {
            throw damage(
                "it is the meta page of transaction \(after), but the last one is \(transaction): a write was lost")
        }
        guard unsafe meta.number(at: PageLayout.Meta.magic, as: UInt32.self) == MetaPage.magic,
            unsafe meta.number(at: PageLayout.flagsOffset, as: UInt16.self) == PageLayout.metaFlag
        else { throw damage("it is not a meta page") }
        guard lastPage >= 1, lastPage < MetaPage.maxFileBytes / UInt64(pageSize) else {
            throw damage("it names page \(lastPage) as the last one")
        }
        guard entries == UInt64(statistics.ms_entries), depth == Int(statistics.ms_depth) else { throw .superseded }
        guard depth > 0 ? depth <= CheckedCursor.maxDepth : root == TreeRecord.none && entries == 0 else {
            throw damage("the tree of entries cannot have depth \(depth), root \(root) and \(entries) entries")
        }
    }

    /// A branch or leaf page of the tree, validated.
    ///
    /// - Parameters:
    ///   - number: The page's number.
    ///   - isLeaf: The expected kind.
    ///   - minKey: A lower bound of its keys, for the error.
    ///   - minChildren: The minimum number of nodes in a branch page, below which LMDB aborts the process.
    /// - Returns: The page.
    /// - Throws: ``TreeDamage`` if it is not in the file, or is not the expected page.
    /// - Complexity: O(1).
    @inline(__always)
    func page(
        _ number: UInt64, isLeaf: Bool, minKey: UInt64, minChildren: Int = 2
    ) throws(TreeDamage) -> Page {
        let start = try unsafe self.start(of: number, minKey: minKey)
        let lower = unsafe Int(start.number(at: PageLayout.lowerOffset, as: UInt16.self))
        let upper = unsafe Int(start.number(at: PageLayout.upperOffset, as: UInt16.self))
        let flags = isLeaf ? PageLayout.leafFlag : PageLayout.branchFlag
        let least = PageLayout.nodeOffset(isLeaf ? 1 : minChildren)
        guard unsafe start.number(at: PageLayout.numberOffset, as: UInt64.self) == number,
            unsafe start.number(at: PageLayout.flagsOffset, as: UInt16.self) == flags,
            lower >= least, lower & 1 == 0, lower <= upper, upper <= pageSize
        else { throw unsafe implausible(start, number, isLeaf, minKey) }
        return unsafe Page(number: number, start: start, count: PageLayout.nodeCount(lower: lower), upper: upper)
    }

    /// The value in a run of overflow pages.
    func overflow(
        _ first: UInt64, size: Int, from page: UInt64, minKey: UInt64
    ) throws(TreeDamage) -> UnsafeRawBufferPointer {
        func damage(_ number: UInt64, _ reason: String) -> TreeDamage {
            TreeDamage(page: number, reason: reason, minKey: minKey)
        }
        let needed = UInt64(PageLayout.overflowPages(for: size, pageSize: pageSize))
        guard first >= 2, first <= lastPage, needed <= lastPage - first + 1,
            unsafe map._withUnsafeGuaranteedRef({ $0.reaches(first + needed - 1) })
        else { throw damage(page, "it refers to pages from \(first) on, which are not in the file") }
        let start = unsafe base + Int(first) * pageSize
        guard unsafe start.number(at: PageLayout.numberOffset, as: UInt64.self) == first,
            unsafe start.number(at: PageLayout.flagsOffset, as: UInt16.self) == PageLayout.overflowFlag,
            unsafe start.number(at: PageLayout.overflowCountOffset, as: UInt32.self) >= needed
        else { throw damage(first, "it is not the first of the \(needed) overflow pages that page \(page) refers to") }
        return unsafe UnsafeRawBufferPointer(start: start + PageLayout.headerBytes, count: size)
    }

    /// The bytes of a page, unchecked; `nil` if it is beyond the file.
    func contents(of number: UInt64) -> UnsafeRawPointer? {
        unsafe map._withUnsafeGuaranteedRef { $0.reaches(number) } ? unsafe base + Int(number) * pageSize : nil
    }

    @inline(__always)
    private func start(of number: UInt64, minKey: UInt64) throws(TreeDamage) -> UnsafeRawPointer {
        guard number >= 2, number <= lastPage, unsafe map._withUnsafeGuaranteedRef({ $0.reaches(number) }) else {
            throw TreeDamage(
                page: number, reason: "the tree refers to it, but only pages 2 to \(lastPage) are in use",
                minKey: minKey)
        }
        return unsafe base + Int(number) * pageSize
    }

    // Not inlined: each access to a page checks it, and an implausible one ends the read.
    @inline(never)
    private func implausible(
        _ start: UnsafeRawPointer, _ number: UInt64, _ isLeaf: Bool, _ minKey: UInt64
    ) -> TreeDamage {
        let own = unsafe start.number(at: PageLayout.numberOffset, as: UInt64.self)
        let flags = unsafe start.number(at: PageLayout.flagsOffset, as: UInt16.self)
        return TreeDamage(
            page: number,
            reason:
                "it is not the \(isLeaf ? "leaf" : "branch") page that the tree refers to: it states number \(own) and "
                + "flags \(flags)", minKey: minKey)
    }
}

extension UnsafeRawPointer {
    /// A number in native byte order, as LMDB stores it.
    @inline(__always)
    func number<Number: FixedWidthInteger & BitwiseCopyable>(
        at offset: Int, as type: Number.Type = Number.self
    ) -> Number {
        unsafe loadUnaligned(fromByteOffset: offset, as: Number.self)
    }
}
