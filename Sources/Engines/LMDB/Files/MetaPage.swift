internal import CLMDB

#if canImport(Darwin)
    internal import Darwin
#elseif canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#endif

/// The contents of a meta page: the transaction's pages, map and trees.
///
/// Offsets are those of `MDB_meta` in LMDB 0.9 on 64-bit systems, after the page's header of 16 bytes. Read from the
/// file, not through the map, where a missing page kills the process.
struct MetaPage {
    /// The page number stated in the page.
    let number: UInt64
    let flags: UInt16
    let pageSize: Int
    let mapSize: Int
    /// The tree of free pages.
    let free: TreeRecord
    /// The tree of entries, LMDB's main database.
    let main: TreeRecord
    let lastPage: UInt64
    let transactionID: UInt64

    /// The file size if none of the last pages is free.
    var fileBytes: Int {
        let (pages, overflows) = Int(clamping: lastPage).addingReportingOverflow(1)
        let (bytes, isTooMuch) = pages.multipliedReportingOverflow(by: pageSize)
        return overflows || isTooMuch ? .max : bytes
    }

    static let bytes = PageLayout.Meta.bytes
    static let magic: UInt32 = 0xBEEF_C0DE
    static let metaFlag = PageLayout.metaFlag
    /// The possible page sizes: LMDB uses the system's, up to what 16 bits can address.
    private static let pageSizes = 512...32_768

    /// Whether the file begins like an LMDB file.
    static func isPlausible(in descriptor: Int32) -> Bool {
        guard let page = FileBytes.read(PageLayout.Meta.magic + 8, at: 0, from: descriptor) else {
            return false
        }
        return page.uint16(at: PageLayout.flagsOffset) & metaFlag != 0
            && page.uint32(at: PageLayout.Meta.magic) == magic
    }

    /// The newer of the two meta pages, which LMDB uses; `nil` if one cannot be read.
    static func newest(in descriptor: Int32) -> MetaPage? {
        guard let first = MetaPage(in: descriptor, at: 0),
            let second = MetaPage(in: descriptor, at: first.pageSize)
        else { return nil }
        // LMDB chooses in the same way, and takes the first if both are equal.
        return second.transactionID > first.transactionID ? second : first
    }

    /// Reads a meta page; `nil` if there is none, or its page size is invalid.
    init?(in descriptor: Int32, at offset: Int) {
        guard let page = FileBytes.read(Self.bytes, at: offset, from: descriptor),
            page.uint32(at: PageLayout.Meta.magic) == Self.magic
        else { return nil }
        number = page.uint64(at: PageLayout.numberOffset)
        flags = page.uint16(at: PageLayout.flagsOffset)
        mapSize = Int(clamping: page.uint64(at: PageLayout.Meta.mapSize))
        pageSize = Int(page.uint32(at: PageLayout.Meta.freeTree))
        free = TreeRecord(page, at: PageLayout.Meta.freeTree)
        main = TreeRecord(page, at: PageLayout.Meta.mainTree)
        lastPage = page.uint64(at: PageLayout.Meta.lastPage)
        transactionID = page.uint64(at: PageLayout.Meta.transaction)
        guard Self.pageSizes.contains(pageSize), pageSize & (pageSize - 1) == 0 else { return nil }
    }
}

/// The record of one tree in a meta page: `MDB_db` of LMDB 0.9.
struct TreeRecord {
    let flags: UInt16
    let depth: Int
    let branchPages: UInt64
    let leafPages: UInt64
    let overflowPages: UInt64
    let entries: UInt64
    /// The root page; ``none`` if the tree is empty.
    let root: UInt64

    /// The value that stands for no page.
    static let none = UInt64.max

    fileprivate init(_ page: FileBytes, at offset: Int) {
        flags = page.uint16(at: offset + PageLayout.Tree.flags)
        depth = Int(page.uint16(at: offset + PageLayout.Tree.depth))
        branchPages = page.uint64(at: offset + PageLayout.Tree.branchPages)
        leafPages = page.uint64(at: offset + PageLayout.Tree.leafPages)
        overflowPages = page.uint64(at: offset + PageLayout.Tree.overflowPages)
        entries = page.uint64(at: offset + PageLayout.Tree.entries)
        root = page.uint64(at: offset + PageLayout.Tree.root)
    }
}

/// Bytes read from a file.
struct FileBytes {
    private(set) var bytes: [UInt8]

    /// Reads exactly `count` bytes; `nil` if the file has fewer.
    static func read(_ count: Int, at offset: Int, from descriptor: Int32) -> FileBytes? {
        guard count >= 0, offset >= 0 else { return nil }
        var complete = true
        let bytes = unsafe [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
            while initialized < count, let start = buffer.baseAddress {
                let result = unsafe pread(
                    descriptor, start + initialized, count - initialized, off_t(offset + initialized))
                if result < 0, errno == EINTR { continue }
                guard result > 0 else {
                    complete = false
                    return
                }
                initialized += result
            }
        }
        return complete ? FileBytes(bytes: bytes) : nil
    }

    var count: Int { bytes.count }

    func uint16(at offset: Int) -> UInt16 { load(offset) }

    func uint32(at offset: Int) -> UInt32 { load(offset) }

    func uint64(at offset: Int) -> UInt64 { load(offset) }

    /// Loads a number in native byte order; an offset out of bounds is a programming error.
    private func load<Number: FixedWidthInteger & BitwiseCopyable>(_ offset: Int) -> Number {
        unsafe bytes.withUnsafeBytes { bytes in
            precondition(offset >= 0 && offset + MemoryLayout<Number>.size <= bytes.count)
            return unsafe bytes.loadUnaligned(fromByteOffset: offset, as: Number.self)
        }
    }
}

extension FileBytes {
    /// Limits the transaction id of a meta page to a maximum.
    mutating func limitTransactionID(to greatest: UInt64) {
        let offset = PageLayout.Meta.transaction
        let id = min(uint64(at: offset), greatest)
        unsafe withUnsafeBytes(of: id) { unsafe bytes.replaceSubrange(offset..<offset + $0.count, with: $0) }
    }
}
