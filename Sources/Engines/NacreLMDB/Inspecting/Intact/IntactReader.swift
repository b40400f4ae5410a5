import LMDB
import Nacre

/// Reads the blocks of a log around damage.
///
/// It finds each block by its key: neither a damaged block nor a damaged page of LMDB hides a later block.
struct IntactReader {
    // OPS-28: Reading around damage looks for every position by itself.

    /// The bytes of data and metadata after which a read ends, so that no transaction is long.
    private static let bytesAtOnce = 4 << 20
    private static let eventsAtOnce = 4_096
    /// The number of positions looked for in vain after which a log whose end is damaged is given up.
    static let searchedPositions = 1 << 20

    /// Where the blocks end.
    struct End {
        /// The first position without a block.
        let position: Position
        /// Why the blocks end there; `nil` at the end of an undamaged log.
        let damage: String?
    }

    private(set) var position: Position
    private let searchLimit: Int
    private var byteCount = 0
    private var inVain = 0
    private var before: Block.End?

    var found = IntactEvents()

    init(from position: Position, searching searchLimit: Int) {
        self.position = position
        self.searchLimit = searchLimit
    }

    /// Reads on.
    ///
    /// - Parameter log: The log.
    /// - Returns: The end, if it is reached; otherwise ``IntactEvents/next`` is set.
    /// - Throws: `inputOutput` if the log cannot be read.
    mutating func read(_ log: inout LogSnapshot) throws(EventStoreError) -> End? {
        let end = try log.readableEnd()
        before = try endBefore(position, in: &log)
        while true {
            if end.damage == nil, position > end.position { return End(position: position, damage: nil) }
            guard byteCount < Self.bytesAtOnce, found.events.count < Self.eventsAtOnce else {
                found.next = position
                return nil
            }
            let entry: BlockEntry
            do throws(EventStoreError) {
                entry = try log.blockEntry(containing: position)
            } catch {
                guard error.code == .damaged else { throw error }
                if let given = giveUp(error.finding, isEndKnown: end.damage == nil) { return given }
                continue
            }
            if let given = read(entry) { return given }
        }
    }

    /// The end of the block before a position; `nil` if it is not known.
    private func endBefore(_ position: Position, in log: inout LogSnapshot) throws(EventStoreError) -> Block.End? {
        do throws(EventStoreError) {
            return try position == 1 ? log.beginning() : log.block(containing: position - 1).end
        } catch {
            guard error.code == .damaged else { throw error }
            return nil
        }
    }

    /// Notes that the current position cannot be found.
    ///
    /// - Returns: The end, if there have been too many of them.
    private mutating func giveUp(_ reason: String, isEndKnown: Bool) -> End? {
        inVain += 1
        guard isEndKnown || inVain < searchLimit else {
            // The last range is the search itself.
            let first = found.damage.popLast()?.first ?? position
            return End(position: first, damage: reason)
        }
        lose(to: position, Self.unreachable)
        return nil
    }

    private static let unreachable =
        "no block can be found for them: a page of log.mdb is damaged, or blocks are missing"

    /// Reads the rest of the block at an entry.
    ///
    /// - Returns: The end, if no block follows damage.
    private mutating func read(_ entry: BlockEntry) -> End? {
        let isLast = entry.end == .max
        let block: Block
        do throws(EventStoreError) {
            block = try unsafe Block(entry.bytes, at: entry.position)
        } catch {
            if isLast { return End(position: position, damage: error.finding) }
            lose(to: entry.end - 1, error.finding)
            return nil
        }
        guard block.holds(position) else {
            if isLast { return End(position: position, damage: Self.unreachable) }
            lose(to: entry.end - 1, Self.unreachable)
            return nil
        }
        checkChain(block)
        inVain = 0
        let last = min(block.header.lastPosition, entry.end - 1)
        while position <= last, byteCount < Self.bytesAtOnce, found.events.count < Self.eventsAtOnce {
            found.add(block, position, &byteCount)
            position += 1
        }
        before = block.end
        return nil
    }

    /// Reports a block that does not continue the one before it; its events are whole by themselves.
    private mutating func checkChain(_ block: Block) {
        guard position == block.header.firstPosition, let before, before.position + 1 == position,
            before.checksum != block.header.previousChecksum
        else { return }
        found.damage.join(
            LogDamage(
                first: position, last: block.header.lastPosition,
                reason: "the block does not refer to the block before it", isLost: false))
    }

    private mutating func lose(to last: Position, _ reason: String) {
        found.damage.join(LogDamage(first: position, last: last, reason: reason))
        position = last + 1
        before = nil
    }
}

extension EventStoreError {
    /// What the message says was found, without the advice after it: a list of damage is made by following it.
    var finding: String {
        let advice = ["; restore ", ": restore ", ": verify the store, and "]
        let end = advice.compactMap { message.firstRange(of: $0)?.lowerBound }.min()
        return String(message[..<(end ?? message.endIndex)])
    }
}

extension IntactEvents {
    /// Adds the event at a position of a block, or its damage.
    mutating func add(_ block: Block, _ position: Position, _ byteCount: inout Int) {
        do throws(EventStoreError) {
            let event = try block.record(at: block.index(of: position)).recordedEvent()
            byteCount += event.data.count + event.metadata.count
            events.append(event)
        } catch {
            damage.join(LogDamage(first: position, last: position, reason: error.finding))
        }
    }
}
