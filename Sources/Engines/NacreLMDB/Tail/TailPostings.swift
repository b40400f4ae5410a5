import Nacre

/// The postings of whole blocks, on their way into the tail or the index.
struct TailPostings: Sendable {
    /// The number of postings above which the next block starts another value.
    static let maxCount = 1 << 18

    /// The position before the first event, from which offsets count.
    let after: Position
    var columns = ByKind(repeating: PostingColumn())
    var end: Checkpoint

    init(after position: Position, end: Checkpoint) {
        after = position
        self.end = end
    }

    /// The number of postings.
    var count: Int {
        columns.streams.count + columns.types.count + columns.categories.count + columns.ids.count + columns.tags.count
            + columns.correlations.count + columns.causations.count + columns.actors.count
    }

    /// Reserves capacity for a number of events.
    mutating func reserveCapacity(_ events: Int) {
        columns.streams.reserveCapacity(events)
        columns.types.reserveCapacity(events)
        columns.categories.reserveCapacity(events)
    }

    /// Adds the postings of an event, without its tags and its context.
    @inline(__always)
    mutating func add(stream: UInt64, category: UInt64, type: UInt64, id: EventID, at position: Position) {
        let offset = UInt32(truncatingIfNeeded: position - after)
        columns.streams.append(stream, at: offset)
        columns.categories.append(category, at: offset)
        columns.types.append(type, at: offset)
        if MadeEventID.hintedPosition(of: id) != position { columns.ids.append(id.indexHash, at: offset) }
    }

    /// Adds a tag of an event.
    @inline(__always)
    mutating func add(tag: UInt64, at position: Position) {
        columns.tags.append(tag, at: UInt32(truncatingIfNeeded: position - after))
    }

    /// Adds the context of an event.
    @inline(__always)
    mutating func add(_ context: ContextHashes, at position: Position) {
        let offset = UInt32(truncatingIfNeeded: position - after)
        if let hash = context.correlation { columns.correlations.append(hash, at: offset) }
        if let hash = context.causation { columns.causations.append(hash, at: offset) }
        if let hash = context.actor { columns.actors.append(hash, at: offset) }
    }
}
