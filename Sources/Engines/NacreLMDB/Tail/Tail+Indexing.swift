import Nacre

extension Tail {
    /// Waits until a number of generations are full, the tail has no more room, events are missing, or ``stop()`` is
    /// called.
    ///
    /// - Parameter count: The number of generations, at least 1.
    /// - Returns: The number of full generations, possibly 0 if events are missing; `nil` if the tail is stopped.
    func waitForFullGenerations(_ count: Int) -> Int? {
        state.wait { state -> Int?? in
            if state.isStopped { return .some(nil) }
            let full = state.entries.prefix { isFull($0) }.count
            return full >= count || full > 0 && !hasRoom(state) || lacksEvents(state) ? .some(full) : nil
        }
    }

    /// Whether the log has events after the tail's end and the tail has room for them.
    var lacksEvents: Bool { state.withLock { lacksEvents($0) } }

    private func lacksEvents(_ state: State) -> Bool {
        state.known > state.end.position && state.unreadable != state.end.position && hasRoom(state)
    }

    /// Leaves the missing events to lookups while the tail ends at a checkpoint after which the log cannot be read.
    func leaveGap(behind end: Checkpoint) {
        state.withLock { $0.unreadable = end.position }
    }

    /// Waits until the index has caught up enough to make room, or ``interruptWriter()`` is called.
    func waitForRoom() {
        // IDX-15: Appends wait when the index falls behind.
        state.wait { state -> Void? in
            guard state.isStopped || state.isWriterInterrupted || hasRoom(state) else { return nil }
            state.isWriterInterrupted = false
            return ()
        }
    }

    /// Ends the writer's present or next waiting for room.
    ///
    /// Another opening that waits for the end of the journal's use must not wait for the index.
    func interruptWriter() {
        state.withLock { $0.isWriterInterrupted = true }
        state.broadcast()
    }

    /// Whether appends may proceed without waiting for the index.
    var hasRoom: Bool { state.withLock { hasRoom($0) } }

    /// Whether appends may proceed without waiting for the index.
    func hasRoom(_ state: State) -> Bool {
        state.end.position - state.floor <= UInt64(limits.maxCount) && state.postings <= limits.maxPostings
    }

    /// Whether it has so many postings that a lookup should catch the index up instead of adding more.
    var isOverfull: Bool { state.withLock { $0.postings > 2 * limits.maxPostings } }

    /// Whether ``stop()`` has been called.
    var isStopped: Bool { state.withLock { $0.isStopped } }

    /// Ends all waiting.
    func stop() {
        state.withLock { $0.isStopped = true }
        state.broadcast()
    }

    /// The postings after a checkpoint, from full generations, as a batch for the index.
    ///
    /// The batch is bounded by the number of postings that may wait; more, for example after another process has
    /// appended much, goes into the next batch.
    ///
    /// - Returns: The batch; `nil` if there is none, or the tail begins after the checkpoint.
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
                return isFirst || events <= limits.maxCount && postings <= limits.postingsPerBatch
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
