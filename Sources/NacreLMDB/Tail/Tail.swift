import Nacre

/// The newest events' postings, in memory: those of the positions that `index.mdb` does not cover yet.
///
/// It covers the positions after its floor up to its end. It grows by whole blocks, and shrinks by whole generations
/// when the index has taken them in.
final class Tail: Sendable {
    struct Generation {
        var streams = PostingTable()
        var ids = PostingTable()
        /// The positions after this one.
        let after: Position
        /// Up to the end of this block.
        var end: Checkpoint
        var count: Int { Int(end.position - after) }
    }

    struct State {
        var generations: [Generation]
        var floor: Position
        var end: Position
        /// Whether all waiting has ended.
        var isStopped = false
    }

    let state: Monitor<State>
    let limits: TailLimits

    init(from checkpoint: Checkpoint, limits: TailLimits = TailLimits()) {
        self.limits = limits
        state = Monitor(State(generations: [], floor: checkpoint.position, end: checkpoint.position))
    }

    /// The positions covered: after the floor, up to the end.
    var coverage: (floor: Position, end: Position) {
        state.withLock { ($0.floor, $0.end) }
    }

    /// Begins anew behind a checkpoint of the index, where the tail does not reach it.
    func restart(from checkpoint: Checkpoint) {
        state.withLock { state in
            state.generations = []
            state.floor = checkpoint.position
            state.end = checkpoint.position
        }
        state.broadcast()
    }

    /// Takes in the postings of whole blocks.
    ///
    /// What the tail has already is passed over; what does not join its end is refused.
    ///
    /// - Returns: Whether the tail now reaches the end of the postings.
    @discardableResult
    func append(_ postings: TailPostings) -> Bool {
        let isSealed = state.withLock { state -> Bool? in
            guard postings.end.position > state.end else { return false }
            guard postings.after <= state.end else { return nil }
            if state.generations.isEmpty
                || state.generations[state.generations.count - 1].count >= limits.eventsPerGeneration
            {
                state.generations.append(Generation(after: state.end, end: postings.end))
            }
            let last = state.generations.count - 1
            for posting in postings.streams where posting.position > state.end {
                state.generations[last].streams.insert(posting)
            }
            for posting in postings.ids where posting.position > state.end {
                state.generations[last].ids.insert(posting)
            }
            state.generations[last].end = postings.end
            state.end = postings.end.position
            return state.generations[last].count >= limits.eventsPerGeneration
        }
        if isSealed == true { state.broadcast() }
        return isSealed != nil
    }

    /// Forgets the generations that the index has taken in.
    func drop(upTo position: Position) {
        state.withLock { state in
            while let first = state.generations.first, first.end.position <= position {
                state.floor = first.end.position
                state.generations.removeFirst()
            }
        }
        state.broadcast()
    }
}

/// How much the tail holds.
package struct TailLimits: Sendable {
    /// How many events make a generation, and so a batch of the index.
    package var eventsPerGeneration = 16_384

    /// How many events may wait for the index before appends are slowed.
    package var greatestCount = 131_072
}

/// The postings of whole blocks, on their way into the tail or the index.
struct TailPostings {
    /// The position before the first of them.
    let after: Position
    var streams: [Posting] = []
    var ids: [Posting] = []
    var end: Checkpoint
}
