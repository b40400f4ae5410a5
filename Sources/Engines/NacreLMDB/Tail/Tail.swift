import Nacre

/// The newest events' postings, in memory: those of the positions that `index.mdb` does not cover yet.
///
/// It covers the positions after its floor up to its end. It grows by whole blocks, and shrinks by whole generations
/// when the index has taken them in.
final class Tail: Sendable {
    /// A generation, and what the tail knows of it without looking inside.
    struct Entry {
        let generation: TailGeneration
        /// Up to the end of this block.
        var end: Checkpoint
        /// How many postings it has.
        var postings = 0

        /// How many events it covers.
        var events: Int { Int(end.position - generation.after) }
    }

    struct State {
        var entries: [Entry] = []
        var floor: Position
        /// Up to the end of the last block.
        var end: Checkpoint
        /// The last known position of the log: beyond the end where the tail was restarted while appends went on.
        var known: Position = 0
        /// Where the tail ended when the events behind its end could not be read.
        var unreadable: Position?
        /// How many postings all generations have.
        var postings = 0
        /// Whether all waiting has ended.
        var isStopped = false
    }

    let state: Monitor<State>
    let limits: TailLimits

    init(from checkpoint: Checkpoint, limits: TailLimits = TailLimits()) {
        self.limits = limits
        state = Monitor(State(floor: checkpoint.position, end: checkpoint))
    }

    /// The positions covered: after the floor, up to the end.
    var coverage: (floor: Position, end: Position) {
        state.withLock { ($0.floor, $0.end.position) }
    }

    /// Where it ends: what the next block of the log continues.
    var end: Checkpoint { state.withLock { $0.end } }

    /// What it holds behind a checkpoint of the index, up to a head.
    ///
    /// - Returns: The view, or `nil` where the tail does not cover all of that.
    func view(after checkpoint: Position, upTo head: Position) -> TailView? {
        guard checkpoint < head else { return .empty }
        return state.withLock { state in
            guard state.floor <= checkpoint, state.end.position >= head else { return nil }
            let entries = state.entries.drop { $0.end.position <= checkpoint }
                .prefix { $0.generation.after < head }
            return TailView(
                generations: entries.map { ($0.generation, $0.end.position) }, after: checkpoint, head: head)
        }
    }

    /// Begins anew behind a checkpoint of the index, where the tail does not reach it.
    func restart(from checkpoint: Checkpoint) {
        state.withLock { state in
            state.known = max(state.known, state.end.position)
            state.entries = []
            state.postings = 0
            state.floor = checkpoint.position
            state.end = checkpoint
        }
        state.broadcast()
    }

    /// Takes in the postings of whole blocks.
    ///
    /// What the tail has already is passed over; what does not join its end is refused, and the indexing
    /// thread reads the missing events from the log.
    ///
    /// - Returns: Whether the tail now reaches the end of the postings.
    @discardableResult
    func append(_ postings: TailPostings) -> Bool {
        let isDue = state.withLock { state -> Bool? in
            guard postings.end.position > state.end.position else { return false }
            guard postings.after <= state.end.position else {
                state.known = max(state.known, postings.end.position)
                return nil
            }
            if state.entries.last.map({ isFull($0) }) ?? true {
                state.entries.append(Entry(generation: TailGeneration(after: state.end.position), end: postings.end))
            }
            let last = state.entries.count - 1
            let count = state.entries[last].generation.append(postings, beyond: state.end.position)
            state.entries[last].postings += count
            state.entries[last].end = postings.end
            state.postings += count
            state.end = postings.end
            // Without room, the index has to go on with what there is.
            return isFull(state.entries[last]) || !hasRoom(state)
        }
        if isDue != false { state.broadcast() }
        return isDue != nil
    }

    /// Forgets the generations that the index has taken in.
    func drop(upTo position: Position) {
        state.withLock { state in
            while let first = state.entries.first, first.end.position <= position {
                state.floor = first.end.position
                state.postings -= first.postings
                state.entries.removeFirst()
            }
        }
        state.broadcast()
    }

    /// Whether a generation is to be taken in by the index.
    func isFull(_ entry: Entry) -> Bool {
        entry.events >= limits.eventsPerGeneration || entry.postings >= limits.postingsPerGeneration
    }
}

/// How much the tail holds.
///
/// A posting takes about 24 bytes of memory where it is looked up, and 12 where it is not.
package struct TailLimits: Sendable {
    /// How many postings an event may have on average before it is they that are counted, and not the events.
    private static let postingsPerEvent = 8

    /// How many events make a generation, and so a batch of the index.
    package var eventsPerGeneration = 16_384

    /// How many events may wait for the index before appends are slowed.
    package var greatestCount = 131_072

    /// How many events the tail holds at most when a look-up fills it: those that may wait, and what a writer has
    /// appended beyond that in one group.
    var greatestGap: Int { 2 * max(greatestCount, eventsPerGeneration) }

    /// How many postings make a generation of fewer events.
    var postingsPerGeneration: Int { eventsPerGeneration * Self.postingsPerEvent }

    /// How many postings may wait for the index before appends are slowed.
    var greatestPostings: Int { max(greatestCount, eventsPerGeneration) * Self.postingsPerEvent }

    /// How many postings of several generations the index takes in at once.
    var postingsPerBatch: Int { max(greatestPostings / 2, postingsPerGeneration) }
}
