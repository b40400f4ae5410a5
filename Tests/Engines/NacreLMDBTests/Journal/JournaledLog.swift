import Foundation
import LMDB
import Nacre
import TestFolders

@testable import NacreLMDB

/// A log with a journal in a temporary folder, as a store has them, and the blocks that a recovery must leave.
struct JournaledLog {
    /// Where an opening died.
    enum Death {
        case whileDraining
        case beforeLastCommit
        case beforeEnd
        case afterEnd
    }

    let folder: TemporaryFolder
    let header = StoreHeader(id: StoreID(EventID(high: 0x1122, low: 0x3344)), createdAt: 1_000)
    private(set) var log: Environment
    /// Makes the blocks of the log.
    var source: BlockSource
    /// All blocks that were acknowledged, in order.
    private(set) var acknowledged: [[UInt8]] = []
    /// The groups that only the journal has.
    private(set) var groups: [(number: UInt64, blocks: [[UInt8]])] = []
    /// Where the last opening died; `nil` if it did not.
    private(set) var death: Death?
    /// How many bytes of blocks a commit of the recovery takes.
    var commitBytes = 4 << 20
    private let mapSize: Int
    /// The size of the journal.
    let byteCount: Int

    var path: String { folder.path("journal") }
    var logPath: String { folder.path("log.mdb") }

    /// Creates a log without events, and a journal whose ring has a number of pages.
    init(pages: Int = 16, mapSize: Int = 32 << 20) throws {
        folder = try TemporaryFolder(inMemory: true)
        self.mapSize = mapSize
        byteCount = (2 + pages) * JournalLayout.pageBytes
        log = try Self.open(folder, mapSize)
        source = BlockSource(after: Block.End(position: 0, checksum: header.checksum))
        try put(header.encoded)
        try build()
    }

    private static func open(_ folder: TemporaryFolder, _ mapSize: Int) throws -> Environment {
        try Environment.open(at: folder.path("log.mdb"), options: .init(mapSize: mapSize))
    }

    /// Builds a journal, or replaces it by a new one.
    func build(of storeID: StoreID? = nil, continuing end: Block.End? = nil) throws {
        try JournalFile.build(
            path, of: storeID ?? header.id, continuing: end ?? source.end, byteCount: byteCount)
    }

    // MARK: The log

    /// Puts a value under position 0.
    func put(_ value: [UInt8]) throws {
        try log.write { (transaction: consuming WriteTransaction) in
            try PositionKey(0).withBytes { key in try value.withUnsafeBytes { try transaction.put(key, $0) } }
            try transaction.commit()
        }
    }

    /// Puts the header with a mark.
    func put(_ mark: JournalMark) throws { try put(MarkedHeader(header: header, mark: mark).encoded) }

    /// Appends blocks to the log, as a drain does, or a program without a journal.
    func append(_ blocks: [[UInt8]]) throws {
        try log.write { (transaction: consuming WriteTransaction) in
            try put(blocks, in: transaction)
            try transaction.commit()
        }
    }

    /// Puts blocks at the end of the log.
    func put(_ blocks: [[UInt8]], in transaction: borrowing WriteTransaction) throws {
        for block in blocks {
            try PositionKey(block.number(at: BlockLayout.firstPositionOffset)).withBytes { key in
                try block.withUnsafeBytes { try transaction.append(key, $0) }
            }
        }
    }

    /// The value under position 0, and the blocks.
    func contents() throws -> (header: [UInt8], blocks: [[UInt8]]) {
        try log.read { transaction in
            var cursor = try transaction.openCursor()
            var values: [[UInt8]] = []
            while let entry = try cursor.next() { values.append([UInt8](entry.value)) }
            return (values[0], Array(values.dropFirst()))
        }
    }

    /// What the log says about itself.
    func state() throws -> LoggedState {
        try log.withSnapshot { (snapshot) in try LoggedState(&snapshot, path: "log.mdb") }
    }

    /// The id of the last transaction.
    func lastTransaction() throws -> UInt64 { try log.read { $0.id } }

    // MARK: The steps of an opening

    /// Begins the recovery of a journal that is in use.
    func recovery() throws -> JournalRecovery {
        guard let recovery = try JournalRecovery(of: log, journalAt: path, commitBytes: commitBytes) else {
            throw NoJournal()
        }
        return recovery
    }

    /// Opens the journal, and checks it if it is not in use.
    ///
    /// - Returns: Whether it is in use.
    func isInUse() throws -> Bool {
        let lost = try log.withSnapshot { (snapshot) in
            try JournalReader.lostEvents(ofJournalAt: path, against: &snapshot, at: log.path)
        }
        if let lost { throw EventStoreError.eventsLost([lost]) }
        let recovery = try JournalRecovery(of: log, journalAt: path)
        return recovery != nil
    }

    /// Prepares the journal.
    func prepared() throws -> PreparedJournal {
        try PreparedJournal.prepare(path, of: header.id, in: log, byteCount: byteCount)
    }

    /// Ends the process and begins another one.
    mutating func restart() throws {
        log.close()
        log = try Self.open(folder, mapSize)
    }

    /// Opens the journal as another process does and takes it into use, or dies after a number of steps.
    ///
    /// - Parameter steps: The number of steps: the commits of a recovery, its end, and the beginning of the use.
    /// - Returns: The writer; `nil` after a death.
    /// - Throws: Errors of the recovery.
    mutating func open(steps: Int = .max) throws -> JournalWriter? {
        try restart()
        death = nil
        var steps = steps
        func mayStep() -> Bool {
            steps -= 1
            return steps >= 0
        }
        if var recovery = try JournalRecovery(of: log, journalAt: path, commitBytes: commitBytes) {
            repeat {
                guard mayStep() else {
                    death = recovery.pending.isEmpty ? .beforeLastCommit : .whileDraining
                    return nil
                }
            } while try recovery.drainNext()
            guard mayStep() else {
                death = .beforeEnd
                return nil
            }
            try recovery.finish()
        }
        groups = []
        guard mayStep() else {
            death = .afterEnd
            return nil
        }
        return try prepared().begin(in: log)
    }

    /// Opens the journal as another process does, and takes it into use.
    mutating func opened() throws -> JournalWriter {
        guard let writer = try open() else { throw NoJournal() }
        return writer
    }

    /// Drains everything and ends the use of the journal.
    mutating func end(_ writer: consuming JournalWriter) throws {
        try drain(groups.count, with: &writer)
        try writer.end(in: log, through: source.end)
    }

    // MARK: Appending

    /// Writes a group to the journal, unless the ring has no room for it.
    @discardableResult
    mutating func write(_ group: [[UInt8]], with writer: inout JournalWriter) throws -> Bool {
        guard let number = try writer.write(group) else { return false }
        groups.append((number, group))
        acknowledged += group
        return true
    }

    /// Writes groups of one block each.
    mutating func write(_ sizes: [Int], with writer: inout JournalWriter) throws {
        for size in sizes { try write([source.block(byteCount: size)], with: &writer) }
    }

    /// Drains a number of groups, as the process that writes the journal does.
    mutating func drain(_ count: Int, with writer: inout JournalWriter) throws {
        guard count > 0 else { return }
        try append(groups[..<count].flatMap(\.blocks))
        writer.drain(through: groups[count - 1].number)
        groups.removeFirst(count)
    }

    /// Appends a group, which is the last one of the source, to the log directly, after all that only the journal has.
    mutating func appendDirectly(_ group: [[UInt8]], with writer: inout JournalWriter) throws {
        try drain(groups.count, with: &writer)
        try append(group)
        writer.skip(to: source.end)
        acknowledged += group
    }

    /// Appends a group to the log, as a program that does not use the journal.
    mutating func appendElsewhere(_ group: [[UInt8]]) throws {
        try append(group)
        acknowledged += group
    }

    // MARK: Damage

    /// Changes bytes of the journal.
    func changeJournal(_ change: (inout [UInt8]) -> Void) throws {
        var bytes = try folder.bytes("journal")
        change(&bytes)
        _ = try folder.file(bytes, named: "journal")
    }

    /// Makes holes of the journal's pages of zeros, as `cp --sparse=always` does.
    func makeSparse() throws {
        let bytes = try folder.bytes("journal")
        let handle = try FileHandle(forUpdating: URL(filePath: path))
        defer { try? handle.close() }
        try handle.truncate(atOffset: 0)
        try handle.truncate(atOffset: UInt64(bytes.count))
        for start in stride(from: 0, to: bytes.count, by: 4_096) {
            let page = bytes[start..<start + 4_096]
            guard page.contains(where: { $0 != 0 }) else { continue }
            try handle.seek(toOffset: UInt64(start))
            try handle.write(contentsOf: Data(page))
        }
    }

    /// Whether the journal has holes.
    func isSparse() throws -> Bool {
        guard let file = try DirectFile.open(path, for: .reading) else { throw NoJournal() }
        return try file.hasHoles()
    }

    /// Removes the journal.
    func removeJournal() throws { try FileManager.default.removeItem(atPath: path) }

    /// Replaces `log.mdb` by a copy of it.
    mutating func restoreLog(_ copy: [UInt8]) throws {
        log.close()
        _ = try folder.file(copy, named: "log.mdb")
        log = try Self.open(folder, mapSize)
    }
}
