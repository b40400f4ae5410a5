internal import CLMDB

#if canImport(Darwin)
    internal import Darwin
#elseif canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#endif

/// What a meta page says of the pages, the map and the trees of its transaction.
///
/// Offsets are those of `MDB_meta` in LMDB 0.9 on systems with 64-bit addresses, behind the page's header of 16 bytes.
/// Read from the file and not through the map, where a missing page kills the process.
struct MetaPage {
    /// The number that the page gives itself.
    let number: UInt64
    let flags: UInt16
    let pageSize: Int
    let mapSize: Int
    /// The tree of free pages.
    let free: TreeRecord
    /// The tree of the entries.
    let main: TreeRecord
    let lastPage: UInt64
    let transactionID: UInt64

    /// The size that the file has where none of its last pages is free.
    var fileBytes: Int {
        let (pages, overflows) = Int(clamping: lastPage).addingReportingOverflow(1)
        let (bytes, isTooMuch) = pages.multipliedReportingOverflow(by: pageSize)
        return overflows || isTooMuch ? .max : bytes
    }

    static let bytes = PageLayout.Meta.bytes
    static let magic: UInt32 = 0xBEEF_C0DE
    static let metaFlag = PageLayout.metaFlag
    /// What a page can measure: LMDB takes the system's, up to what 16 bits can address.
    private static let pageSizes = 512...32_768

    /// Whether the file begins as LMDB's files do.
    static func isPlausible(in descriptor: Int32) -> Bool {
        guard let page = FileBytes.read(PageLayout.Meta.magic + 8, at: 0, from: descriptor) else {
            return false
        }
        return page.uint16(at: PageLayout.flagsOffset) & metaFlag != 0
            && page.uint32(at: PageLayout.Meta.magic) == magic
    }

    /// The newer of the file's two meta pages, which is the one that LMDB goes by, or nil where one cannot be read.
    static func newest(in descriptor: Int32) -> MetaPage? {
        guard let first = MetaPage(in: descriptor, at: 0),
            let second = MetaPage(in: descriptor, at: first.pageSize)
        else { return nil }
        return second.transactionID > first.transactionID ? second : first
    }

    /// Reads a meta page; nil where there is none, or where the size of a page makes no sense.
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

/// What a meta page says of one tree: `MDB_db` of LMDB 0.9.
struct TreeRecord {
    let flags: UInt16
    let depth: Int
    let branchPages: UInt64
    let leafPages: UInt64
    let overflowPages: UInt64
    let entries: UInt64
    /// The page at the top; ``none`` where the tree is empty.
    let root: UInt64

    /// What stands for no page.
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

    /// Reads exactly `count` bytes, or nothing where the file has fewer.
    static func read(_ count: Int, at offset: Int, from descriptor: Int32) -> FileBytes? {
        guard count >= 0, offset >= 0 else { return nil }
        var complete = true
        let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
            while initialized < count, let start = buffer.baseAddress {
                let result = pread(descriptor, start + initialized, count - initialized, off_t(offset + initialized))
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

    /// Loads a number in the machine's byte order; one that lies outside the bytes is a defect of the caller.
    private func load<Number: FixedWidthInteger & BitwiseCopyable>(_ offset: Int) -> Number {
        bytes.withUnsafeBytes { bytes in
            precondition(offset >= 0 && offset + MemoryLayout<Number>.size <= bytes.count)
            return bytes.loadUnaligned(fromByteOffset: offset, as: Number.self)
        }
    }
}

extension FileBytes {
    /// Makes the transaction of a meta page no later than one given.
    mutating func limitTransactionID(to greatest: UInt64) {
        let offset = PageLayout.Meta.transaction
        let id = min(uint64(at: offset), greatest)
        withUnsafeBytes(of: id) { bytes.replaceSubrange(offset..<offset + $0.count, with: $0) }
    }
}
