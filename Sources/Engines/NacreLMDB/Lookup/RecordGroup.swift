import Nacre

/// Reads records scattered over the log, several at a time, with overlapping cache misses.
///
/// Neither such a record nor the table of its block is in the processor's cache, and several misses take as long as
/// one. The group's blocks are located first, then their tables are verified, then the records; each step prefetches
/// what the next one reads. Results and errors are the same as if each record were read alone.
struct RecordGroup {
    // READ-08: A stream is read sixteen events at a time.

    /// The number of records read at a time.
    static let maxCount = 16

    /// The number of records still wanted; 0 when the reader has enough.
    private var wanted: Int
    private var positions: [Position] = []
    private var entries: [BlockEntry] = []
    private var blocks: [Block] = []

    /// Starts reading for a reader that wants at most this many records; no more are read.
    init(wanted: Int) {
        self.wanted = wanted
        let count = min(wanted, Self.maxCount)
        positions.reserveCapacity(count)
        entries.reserveCapacity(count)
        blocks.reserveCapacity(count)
    }

    /// Adds a position of the log, and reads the group if it is complete.
    ///
    /// - Parameters:
    ///   - position: The position.
    ///   - log: The snapshot of the log.
    ///   - body: Called with the records, in the order of the calls; returns how many more are wanted.
    /// - Returns: Whether more are wanted.
    /// - Throws: As ``read(_:_:)``.
    mutating func add(
        _ position: Position, _ log: inout LogSnapshot, _ body: (Record) throws -> Int
    ) throws -> Bool {
        positions.append(position)
        if positions.count >= min(wanted, Self.maxCount) { try read(&log, body) }
        return wanted > 0
    }

    /// Reads the positions that were added and not read yet.
    ///
    /// - Parameters:
    ///   - log: The snapshot of the log.
    ///   - body: Called with the records, in the order of the positions; returns how many more are wanted.
    /// - Throws: `damaged` if a record is damaged, after `body` was called with those before it; errors of `body`.
    mutating func read(_ log: inout LogSnapshot, _ body: (Record) throws -> Int) throws {
        defer {
            positions.removeAll(keepingCapacity: true)
            entries.removeAll(keepingCapacity: true)
            blocks.removeAll(keepingCapacity: true)
        }
        var failure: EventStoreError?
        do throws(EventStoreError) { try findBlocks(&log) } catch { failure = error }
        // A failure of verification comes before a failure of location: its position is earlier.
        do throws(EventStoreError) { try verifyTables() } catch { failure = error }
        for (position, block) in zip(positions, blocks) {
            guard wanted > 0 else { return }
            wanted = try body(block.record(at: block.index(of: position)))
        }
        if let failure, wanted > 0 { throw failure }
    }

    private mutating func findBlocks(_ log: inout LogSnapshot) throws(EventStoreError) {
        // The header of an entry found two steps ago has arrived by now.
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

    /// The number of entries located before the header of the first one is read.
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
