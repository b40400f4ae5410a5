import Nacre

extension Tail {
    /// Waits until a generation is full, or ``stop()`` is called.
    ///
    /// - Returns: Whether there is a full generation.
    func waitForFullGeneration() -> Bool {
        state.wait { state in
            if state.isStopped { return false }
            guard let first = state.generations.first, first.count >= limits.eventsPerGeneration else { return nil }
            return true
        }
    }

    /// Waits until the index has made room, where it is far behind.
    func waitForRoom() {
        state.wait { state in
            state.isStopped || state.end - state.floor <= UInt64(limits.greatestCount) ? true : nil
        }
    }

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
        state.withLock { state in
            guard state.floor <= checkpoint.position else { return nil }
            var batch: IndexBatch?
            for generation in state.generations
            where generation.count >= limits.eventsPerGeneration && generation.end.position > checkpoint.position {
                if let batch, batch.streams.count >= limits.greatestCount { break }
                var next = batch ?? IndexBatch(streams: [], ids: [], end: generation.end)
                next.streams += generation.streams.postings.lazy.filter { $0.position > checkpoint.position }
                next.ids += generation.ids.postings.lazy.filter { $0.position > checkpoint.position }
                next.end = generation.end
                batch = next
            }
            return batch
        }
    }
}
