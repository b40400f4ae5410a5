import Nacre
import TestFolders

@testable import NacreLMDB

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// A journal in a temporary folder.
struct JournalFolder {
    static let page = 4096

    let folder: TemporaryFolder
    let storeID = StoreID(EventID(high: 0x0011_2233_4455_6677, low: 0x8899_AABB_CCDD_EEFF))
    /// The end of the log when the journal was built.
    let origin = Block.End(position: 6, checksum: 0x5EED)

    var path: String { folder.path("journal") }

    /// Builds an empty journal whose ring has a number of pages.
    init(pages: Int, inMemory: Bool = true) throws {
        folder = try TemporaryFolder(inMemory: inMemory)
        try JournalFile.build(path, of: storeID, continuing: origin, byteCount: (2 + pages) * Self.page)
    }

    /// Opens the journal.
    func open(_ access: DirectFile.Access = .writing, allowsDirect: Bool = true) throws -> JournalFile {
        guard let journal = try JournalFile.open(path, of: storeID, for: access, allowsDirect: allowsDirect) else {
            throw NoJournal()
        }
        return journal
    }

    /// Begins to write the journal under a new nonce, as a process does whose log holds everything in the journal, and
    /// ends there or at another end.
    func writer(after log: Block.End? = nil, allowsDirect: Bool = true) throws -> JournalWriter {
        let journal = try open(allowsDirect: allowsDirect)
        let walk = try Self.walk(journal, log ?? journal.control.before)
        var control = walk.control
        control.renew(number: walk.newest + 1, before: log ?? walk.end)
        try journal.write(control, with: AlignedBuffer(pageCount: 1))
        return JournalWriter(journal, control, of: StoreHeader(id: storeID, createdAt: 1_000))
    }

    /// Walks the journal, as recovery does, for a log that ends where the control page says, or at another end.
    func walk(_ log: Block.End? = nil) throws -> JournalWalk {
        let journal = try open(.reading)
        return try Self.walk(journal, log ?? journal.control.before)
    }

    private static func walk(_ journal: JournalFile, _ log: Block.End) throws -> JournalWalk {
        var reader = JournalReader(journal)
        return try reader.walk(continuing: log)
    }

    /// The whole file.
    func bytes() throws -> [UInt8] { try folder.bytes("journal") }

    /// Overwrites bytes of the file.
    func put(_ bytes: some Collection<UInt8>, at offset: Int) throws {
        let descriptor = Self.open(path)
        guard descriptor >= 0 else { throw NoJournal() }
        defer { close(descriptor) }
        let count = [UInt8](bytes).withUnsafeBytes { pwrite(descriptor, $0.baseAddress, $0.count, off_t(offset)) }
        guard count == bytes.count else { throw NoJournal() }
    }

    /// Changes the size of the file.
    func truncate(to byteCount: Int) throws {
        let descriptor = Self.open(path)
        guard descriptor >= 0 else { throw NoJournal() }
        defer { close(descriptor) }
        guard ftruncate(descriptor, off_t(byteCount)) == 0 else { throw NoJournal() }
    }

    /// The bytes of disk that the file takes.
    func allocatedBytes() -> Int {
        var status = stat()
        return stat(path, &status) == 0 ? Int(status.st_blocks) * 512 : 0
    }

    private static func open(_ path: String) -> Int32 {
        #if canImport(Glibc)
            Glibc.open(path, O_RDWR)
        #elseif canImport(Musl)
            Musl.open(path, O_RDWR)
        #else
            Darwin.open(path, O_RDWR)
        #endif
    }
}

struct NoJournal: Error {}

extension JournalWriter {
    /// Writes a frame of blocks.
    @discardableResult
    mutating func write(_ blocks: [[UInt8]]) throws -> UInt64? {
        var frame = FrameBuffer(blocks)
        return try write(&frame)
    }
}

extension JournalWriter {
    /// Records that LMDB holds all frames up to a number durably.
    mutating func drain(through number: UInt64) {
        guard let last = ring.entries.last(where: { $0.number <= number }) else { return }
        drain(upTo: last.end.position)
    }
}
