/// The pages in a file's tree of free pages, read from the file.
///
/// LMDB does not write a page that one transaction allocates and frees, so a sound file may be shorter than its last
/// page number says: then all missing pages are free. A truncated file lacks pages that are in use.
struct FreePages {
    private let descriptor: Int32
    private let meta: MetaPage
    private let first: UInt64
    private var count: UInt64 = 0
    /// The number of pages of the tree that may still be visited, so that the walk ends if the tree has a cycle.
    private var pagesLeft: UInt64

    private init(descriptor: Int32, meta: MetaPage, first: UInt64) {
        self.descriptor = descriptor
        self.meta = meta
        self.first = first
        pagesLeft = first
    }

    /// Whether every page from `first` to the last one is free.
    ///
    /// The file must not change meanwhile: hold the write lock. A missing or invalid page of the tree returns `false`.
    static func coverEverything(from first: UInt64, in descriptor: Int32, meta: MetaPage) -> Bool {
        guard first <= meta.lastPage else { return true }
        guard meta.free.root != TreeRecord.none else { return false }
        var pages = FreePages(descriptor: descriptor, meta: meta, first: first)
        return pages.countPages(under: meta.free.root, depth: 1) && pages.count == meta.lastPage - first + 1
    }

    /// Counts the free pages listed by a page and those below it; `false` if one cannot be read.
    private mutating func countPages(under number: UInt64, depth: Int) -> Bool {
        guard depth <= TreeRecord.maxDepth, number <= meta.lastPage, pagesLeft > 0 else { return false }
        pagesLeft -= 1
        guard
            let page = FileBytes.read(meta.pageSize, at: Int(number) * meta.pageSize, from: descriptor)
        else { return false }
        let flags = page.uint16(at: PageLayout.flagsOffset)
        let nodes = PageLayout.nodeCount(lower: Int(page.uint16(at: PageLayout.lowerOffset)))
        guard flags & (PageLayout.branchFlag | PageLayout.leafFlag) != 0, nodes >= 0,
            PageLayout.nodeOffset(nodes) <= page.count
        else {
            return false
        }
        for index in 0..<nodes {
            let node = Int(page.uint16(at: PageLayout.nodeOffset(index)))
            guard node + PageLayout.nodeHeaderBytes <= page.count else { return false }
            let understood =
                flags & PageLayout.branchFlag != 0
                ? countPages(under: Self.child(of: node, in: page), depth: depth + 1)
                : countPages(listedIn: node, of: page)
            guard understood else { return false }
        }
        return true
    }

    /// Counts the free pages of one record: a count, followed by that many page numbers.
    private mutating func countPages(listedIn node: Int, of page: FileBytes) -> Bool {
        let size = Int(Self.lowWord(of: node, in: page))
        let start = node + PageLayout.nodeHeaderBytes + Int(page.uint16(at: node + PageLayout.nodeKeySizeOffset))
        let list: FileBytes
        let offset: Int
        if page.uint16(at: node + PageLayout.nodeFlagsOffset) & PageLayout.bigDataFlag != 0 {
            guard start + PageLayout.pageNumberBytes <= page.count else { return false }
            let overflow = page.uint64(at: start)
            guard overflow <= meta.lastPage,
                let read = FileBytes.read(
                    size, at: Int(overflow) * meta.pageSize + PageLayout.headerBytes, from: descriptor)
            else { return false }
            (list, offset) = (read, 0)
        } else {
            guard start + size <= page.count else { return false }
            (list, offset) = (page, start)
        }
        guard size >= PageLayout.FreeList.pagesOffset,
            case let listed = list.uint64(at: offset + PageLayout.FreeList.countOffset),
            listed <= UInt64(PageLayout.FreeList.capacity(ofBytes: size))
        else { return false }
        for index in 0..<Int(listed) {
            let number = list.uint64(at: offset + PageLayout.FreeList.pageOffset(index))
            if number >= first, number <= meta.lastPage { count += 1 }
        }
        return true
    }

    /// The page number of a branch node's child: 48 bits, of which the node's flags hold the highest 16.
    private static func child(of node: Int, in page: FileBytes) -> UInt64 {
        UInt64(lowWord(of: node, in: page)) | UInt64(page.uint16(at: node + PageLayout.nodeFlagsOffset)) << 32
    }

    /// The first two 16-bit halves of a node as one number; LMDB stores them in native byte order.
    private static func lowWord(of node: Int, in page: FileBytes) -> UInt32 {
        page.uint32(at: node + PageLayout.nodeSizeOffset)
    }
}
