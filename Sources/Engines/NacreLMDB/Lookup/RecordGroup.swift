import Nacre

/// Reads records that are scattered over the log, several at a time.
///
/// Such a record is in no cache, nor is the table of its block, and a processor waits for many lines of memory as long
/// as for one. So the blocks of a group are searched for, then their tables are verified, then the records, and what a
/// step reads is asked for in the step before. What is handed out, and where it fails, is as if each were read alone.
struct RecordGroup {
    /// How many records are read at a time.
    static let greatestCount = 16

    /// How many records the reader still wants; 0 when it has enough.
    private var wanted: Int
    private var positions: [Position] = []
    private var entries: [BlockEntry] = []
    private var blocks: [Block] = []

    /// Begins to read for somebody who takes so many records at most: no more of them are looked at.
    init(wanted: Int) {
        self.wanted = wanted
        let count = min(wanted, Self.greatestCount)
        positions.reserveCapacity(count)
        entries.reserveCapacity(count)
        blocks.reserveCapacity(count)
    }

    /// Takes a position of the log, and reads the group where that makes it complete.
    ///
    /// - Parameters:
    ///   - position: The position.
    ///   - log: The snapshot of the log.
    ///   - body: Takes the records, in the order of the calls, and says how many more are wanted.
    /// - Returns: Whether more are wanted.
    /// - Throws: As ``read(_:_:)``.
    mutating func add(
        _ position: Position, _ log: inout LogSnapshot, _ body: (Record) throws -> Int
    ) throws -> Bool {
        positions.append(position)
        if positions.count >= min(wanted, Self.greatestCount) { try read(&log, body) }
        return wanted > 0
    }

    /// Reads the positions that were taken and not read yet.
    ///
    /// - Parameters:
    ///   - log: The snapshot of the log.
    ///   - body: Takes the records, in the order of the positions, and says how many more are wanted.
    /// - Throws: `damaged` where a record is, when those before it have been handed out; what the body throws.
    mutating func read(_ log: inout LogSnapshot, _ body: (Record) throws -> Int) throws {
        defer {
            positions.removeAll(keepingCapacity: true)
            entries.removeAll(keepingCapacity: true)
            blocks.removeAll(keepingCapacity: true)
        }
        var failure: EventStoreError?
        do throws(EventStoreError) { try findBlocks(&log) } catch { failure = error }
        // What fails here stands before what was not found.
        do throws(EventStoreError) { try verifyTables() } catch { failure = error }
        for (position, block) in zip(positions, blocks) {
            guard wanted > 0 else { return }
            wanted = try body(block.record(at: block.index(of: position)))
        }
        if let failure, wanted > 0 { throw failure }
    }

    private mutating func findBlocks(_ log: inout LogSnapshot) throws(EventStoreError) {
        // Of an entry that was found a little while ago, the header has come.
        defer { for entry in entries.suffix(Self.entriesOnTheWay) { entry.prefetchTable() } }
        for position in positions {
            if let last = entries.last, last.spans(position) {
                entries.append(last)
            } else {
                let entry = try log.blockEntry(containing: position)
                entry.prefetchHeader()
                entries.append(entry)
            }
            if entries.count > Self.entriesOnTheWay {
                entries[entries.count - 1 - Self.entriesOnTheWay].prefetchTable()
            }
        }
    }

    /// How many entries are found before the header of the first of them is looked at.
    private static let entriesOnTheWay = 2

    private mutating func verifyTables() throws(EventStoreError) {
        for (position, entry) in zip(positions, entries) {
            let block: Block
            if let last = blocks.last, last.header.firstPosition == entry.position, last.holds(position) {
                block = last
            } else {
                block = try entry.block(holding: position)
            }
            block.prefetchRecord(at: block.index(of: position))
            blocks.append(block)
        }
    }
}
