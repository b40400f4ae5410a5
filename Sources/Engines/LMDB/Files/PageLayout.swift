/// The layout of LMDB 0.9 pages on 64-bit systems; offsets and sizes in bytes.
///
/// A page begins with a header: its number, 2 unused bytes, flags, and the lower and upper end of the free space;
/// overflow pages have their number of pages there instead. In branch and leaf pages, the offsets of the nodes follow
/// in key order; the nodes lie after the free space. From `MDB_page`, `MDB_node` and `MDB_meta` in `mdb.c`.
enum PageLayout {
    static let numberOffset = 0
    static let flagsOffset = 10
    static let lowerOffset = 12
    static let upperOffset = 14
    /// The number of overflow pages, in 32 bits.
    static let overflowCountOffset = 12
    static let headerBytes = 16

    static let branchFlag: UInt16 = 0x01
    static let leafFlag: UInt16 = 0x02
    static let overflowFlag: UInt16 = 0x04
    static let metaFlag: UInt16 = 0x08

    /// The offset of a node, in 16 bits.
    static let nodeOffsetBytes = 2

    /// A node: the size of its value or the lower part of its child's number, flags or the upper part, the size of its
    /// key, and the key.
    static let nodeSizeOffset = 0
    static let nodeFlagsOffset = 4
    static let nodeKeySizeOffset = 6
    static let nodeHeaderBytes = 8
    /// The flag of a node whose value is in overflow pages.
    static let bigDataFlag: UInt16 = 0x01

    /// The number of a page, such as the first overflow page, which a node names in place of its value.
    static let pageNumberBytes = 8

    /// Where a branch or leaf page stores the offset of a node.
    @inline(__always)
    static func nodeOffset(_ index: Int) -> Int { headerBytes + nodeOffsetBytes * index }

    /// The number of nodes in a page whose free space begins at an offset.
    @inline(__always)
    static func nodeCount(lower: Int) -> Int { (lower - headerBytes) / nodeOffsetBytes }

    /// The number of overflow pages that a value needs; only the first has a header.
    @inline(__always)
    static func overflowPages(for size: Int, pageSize: Int) -> Int { (headerBytes + size + pageSize - 1) / pageSize }

    /// Offsets in a meta page, from the start of the page.
    enum Meta {
        static let magic = headerBytes
        static let mapSize = headerBytes + 16
        /// The tree of free pages; its first four bytes hold the page size.
        static let freeTree = headerBytes + 24
        static let mainTree = headerBytes + 72
        static let lastPage = headerBytes + 120
        static let transaction = headerBytes + 128
        static let bytes = headerBytes + 136
    }

    /// Offsets in the record of a tree.
    enum Tree {
        static let flags = 4
        static let depth = 6
        static let branchPages = 8
        static let leafPages = 16
        static let overflowPages = 24
        static let entries = 32
        static let root = 40
    }

    /// A record of the tree of free pages: the number of pages, and their numbers in descending order.
    enum FreeList {
        /// The keys: the ids of the transactions that freed the pages, in native byte order.
        static let keyBytes = 8
        static let countOffset = 0
        static let pagesOffset = 8

        /// Where a record stores a page's number.
        @inline(__always)
        static func pageOffset(_ index: Int) -> Int { pagesOffset + pageNumberBytes * index }

        /// The maximum number of pages that a record of the given size can list.
        @inline(__always)
        static func capacity(ofBytes size: Int) -> Int { (size - pagesOffset) / pageNumberBytes }
    }
}
