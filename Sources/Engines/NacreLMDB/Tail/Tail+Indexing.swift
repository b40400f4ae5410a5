import Nacre

extension Tail {
    /// Waits until so many generations are full, or there is no room for another, or events are missing, or ``stop()``
    /// is called.
    ///
    /// - Parameter count: How many, 1 or more.
    /// - Returns: How many are full, possibly 0 where events are missing; `nil` where the tail is stopped.
    func waitForFullGenerations(_ count: Int) -> Int? {
        state.wait { state -> Int?? in
            if state.isStopped { return .some(nil) }
            let full = state.entries.prefix { isFull($0) }.count
            return full >= count || full > 0 && !hasRoom(state) || lacksEvents(state) ? .some(full) : nil
        }
    }

    /// Whether the log has events behind the tail's end, and the tail has room for them.
    var lacksEvents: Bool { state.withLock { lacksEvents($0) } }

    private func lacksEvents(_ state: State) -> Bool {
        state.known > state.end.position && state.unreadable != state.end.position && hasRoom(state)
    }

    /// Leaves the missing events to look-ups, as long as the tail ends at a checkpoint behind which they cannot be read.
    func leaveGap(behind end: Checkpoint) {
        state.withLock { $0.unreadable = end.position }
    }

    /// Waits until the index has made room, where it is far behind.
    func waitForRoom() {
        state.wait { state in
            state.isStopped || hasRoom(state) ? true : nil
        }
    }

    /// Whether appends need not wait for the index.
    var hasRoom: Bool { state.withLock { hasRoom($0) } }

    /// Whether appends need not wait for the index.
    func hasRoom(_ state: State) -> Bool {
        state.end.position - state.floor <= UInt64(limits.greatestCount) && state.postings <= limits.greatestPostings
    }

    /// Whether it has so many postings that a look-up is to have the index come nearer, not to add to them.
    var isOverfull: Bool { state.withLock { $0.postings > 2 * limits.greatestPostings } }

    /// Whether ``stop()`` has been called.
    var isStopped: Bool { state.withLock { $0.isStopped } }

    /// Ends all waiting.
    func stop() {
        state.withLock { $0.isStopped = true }
        state.broadcast()
    }

    /// The postings behind a checkpoint, from full generations, as a batch for the index.
    ///
    /// It ends when it has as many as may wait: more than that, as when another process has appended much meanwhile,
    /// is for the next batch.
    ///
    /// - Returns: `nil` where there are none, or the tail begins behind the checkpoint.
    func batch(after checkpoint: Checkpoint) -> IndexBatch? {
        var events = 0
        var postings = 0
        let entries = state.withLock { state -> [Entry] in
            guard state.floor <= checkpoint.position else { return [] }
            return state.entries.drop { $0.end.position <= checkpoint.position }.prefix { entry in
                guard isFull(entry) else { return false }
                let isFirst = events == 0
                events += entry.events
                postings += entry.postings
                return isFirst || events <= limits.greatestCount && postings <= limits.postingsPerBatch
            }
        }
        guard let last = entries.last else { return nil }
        var batch = IndexBatch(end: last.end)
        for entry in entries {
            batch.add(entry.generation.columns, from: entry.generation.after, beyond: checkpoint.position)
        }
        return batch
    }
}
