internal import CLMDB

#if canImport(Darwin)
    internal import Darwin
#elseif canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#endif

/// The part of a meta page that the size check and the map's size need.
///
/// Offsets are those of `MDB_meta` in LMDB 0.9 on systems with 64-bit addresses, behind the page's header of 16 bytes.
/// Read from the file and not through the map, where a missing page kills the process.
struct MetaPage {
    let pageSize: Int
    let mapSize: Int
    /// The root of the tree of free pages; all ones where the tree is empty.
    let freeRoot: UInt64
    let lastPage: UInt64
    let transactionID: UInt64

    /// The size that the file has where none of its last pages is free.
    var fileBytes: Int { (Int(clamping: lastPage) + 1) &* pageSize }

    private static let headerBytes = 16
    private static let bytes = headerBytes + 136
    private static let magic: UInt32 = 0xBEEF_C0DE
    private static let metaFlag: UInt16 = 0x08

    /// Whether the file begins as LMDB's files do.
    static func isPlausible(in descriptor: Int32) -> Bool {
        guard let page = FileBytes.read(headerBytes + 8, at: 0, from: descriptor) else { return false }
        return page.uint16(at: 10) & metaFlag != 0 && page.uint32(at: headerBytes) == magic
    }

    /// The newer of the file's two meta pages, which is the one that LMDB goes by, or nil where one cannot be read.
    static func newest(in descriptor: Int32) -> MetaPage? {
        guard let first = MetaPage(in: descriptor, at: 0),
            let second = MetaPage(in: descriptor, at: first.pageSize)
        else { return nil }
        return second.transactionID > first.transactionID ? second : first
    }

    private init?(in descriptor: Int32, at offset: Int) {
        guard let page = FileBytes.read(Self.bytes, at: offset, from: descriptor),
            page.uint32(at: Self.headerBytes) == Self.magic
        else { return nil }
        mapSize = Int(clamping: page.uint64(at: Self.headerBytes + 16))
        pageSize = Int(page.uint32(at: Self.headerBytes + 24))
        freeRoot = page.uint64(at: Self.headerBytes + 64)
        lastPage = page.uint64(at: Self.headerBytes + 120)
        transactionID = page.uint64(at: Self.headerBytes + 128)
        guard pageSize > 0 else { return nil }
    }
}

/// Bytes read from a file.
struct FileBytes {
    private let bytes: [UInt8]

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
