import Nacre

/// The tail: the newest events' postings, in memory, for the positions that `index.mdb` does not cover yet.
///
/// It covers the positions after its floor up to its end. It grows by whole blocks, and drops whole generations once
/// they are indexed.
final class Tail: Sendable {
    /// A generation, with counts that can be read without accessing it.
    struct Entry {
        let generation: TailGeneration
        /// The end of its last block.
        var end: Checkpoint
        /// The number of postings.
        var postings = 0

        /// The number of events.
        var events: Int { Int(end.position - generation.after) }
    }

    struct State {
        var entries: [Entry] = []
        var floor: Position
        /// The end of the last block.
        var end: Checkpoint
        /// The last known position of the log: beyond the end if the tail was restarted while appends went on.
        var known: Position = 0
        /// The end of the tail when the events after it could not be read.
        var unreadable: Position?
        /// The number of postings in all generations.
        var postings = 0
        /// Whether the writer has something to do besides appending.
        var isWriterInterrupted = false
        /// Whether all waiting has ended.
        var isStopped = false
    }

    let state: Monitor<State>
    let limits: TailLimits

    init(from checkpoint: Checkpoint, limits: TailLimits = TailLimits()) {
        self.limits = limits
        state = Monitor(State(floor: checkpoint.position, end: checkpoint))
    }

    /// The covered positions: after the floor, up to the end.
    var coverage: (floor: Position, end: Position) {
        state.withLock { ($0.floor, $0.end.position) }
    }

    /// The end, which the next block of the log continues.
    var end: Checkpoint { state.withLock { $0.end } }

    /// The tail's postings after a checkpoint of the index, up to a head.
    ///
    /// - Returns: The view; `nil` if the tail does not cover that range.
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

    /// Starts over after a checkpoint of the index, if the tail does not reach it.
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

    /// Adds the postings of whole blocks.
    ///
    /// Postings that the tail already has are skipped. Postings that do not join its end are refused; the indexing
    /// thread then reads the missing events from the log.
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
            // Without room, the index must take what there is.
            return isFull(state.entries[last]) || !hasRoom(state)
        }
        if isDue != false { state.broadcast() }
        return isDue != nil
    }

    /// Drops the generations that have been indexed.
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

    /// Whether a generation is ready to be indexed.
    func isFull(_ entry: Entry) -> Bool {
        entry.events >= limits.eventsPerGeneration || entry.postings >= limits.postingsPerGeneration
    }
}

/// The bounds of the tail.
///
/// A posting takes about 24 bytes of memory in a table that is searched, and 12 otherwise.
package struct TailLimits: Sendable {
    /// The average number of postings for each event above which postings are counted instead of events.
    private static let postingsPerEvent = 8

    /// The number of events in a generation, and so in a batch of the index.
    package var eventsPerGeneration = 16_384

    /// The number of events that may wait for the index before appends are slowed.
    package var maxCount = 131_072

    /// The maximum number of events that a lookup reads into the tail: those that may wait, plus one group that a
    /// writer has appended beyond that.
    var maxGap: Int { 2 * max(maxCount, eventsPerGeneration) }

    /// The number of postings that fill a generation of fewer events.
    var postingsPerGeneration: Int { eventsPerGeneration * Self.postingsPerEvent }

    /// The number of postings that may wait for the index before appends are slowed.
    var maxPostings: Int { max(maxCount, eventsPerGeneration) * Self.postingsPerEvent }

    /// The number of postings of several generations that the index takes in one batch.
    var postingsPerBatch: Int { max(maxPostings / 2, postingsPerGeneration) }
}
