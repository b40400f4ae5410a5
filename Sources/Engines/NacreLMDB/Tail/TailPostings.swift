import Nacre

/// The postings of whole blocks, on their way into the tail or the index.
struct TailPostings: Sendable {
    /// How many postings one value holds before the next block begins another.
    static let greatestCount = 1 << 18

    /// The position before the first of them, from which the offsets count.
    let after: Position
    var columns = ByKind(repeating: PostingColumn())
    var end: Checkpoint

    init(after position: Position, end: Checkpoint) {
        after = position
        self.end = end
    }

    /// How many postings there are.
    var count: Int {
        columns.streams.count + columns.types.count + columns.categories.count + columns.ids.count + columns.tags.count
    }

    /// Makes room for so many events.
    mutating func reserveCapacity(_ events: Int) {
        columns.streams.reserveCapacity(events)
        columns.types.reserveCapacity(events)
        columns.categories.reserveCapacity(events)
    }

    /// Takes in the postings of an event, but for its tags.
    @inline(__always)
    mutating func add(stream: UInt64, category: UInt64, type: UInt64, id: EventID, at position: Position) {
        let offset = UInt32(truncatingIfNeeded: position - after)
        columns.streams.append(stream, at: offset)
        columns.categories.append(category, at: offset)
        columns.types.append(type, at: offset)
        if MadeEventID.hintedPosition(of: id) != position { columns.ids.append(id.indexHash, at: offset) }
    }

    /// Takes in a tag of an event.
    @inline(__always)
    mutating func add(tag: UInt64, at position: Position) {
        columns.tags.append(tag, at: UInt32(truncatingIfNeeded: position - after))
    }
}
