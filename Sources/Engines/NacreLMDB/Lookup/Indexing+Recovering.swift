import LMDB
import Nacre

extension Indexing {
    /// How often one call rebuilds an index that repeatedly proves damaged.
    static let maxRebuilds = 3

    /// Runs a short lookup once.
    ///
    /// - Parameter body: The lookup.
    /// - Returns: The result of `body`; `nil` if ``blockingLookup(_:)`` must first rebuild the index or catch it up.
    /// - Throws: Errors of `body`.
    func shortLookup<Result>(_ body: () throws -> Result) throws -> Result? {
        do {
            return try body()
        } catch is UnusableIndex, is IndexBehind, is TailBehind {
            return nil
        }
    }

    /// Runs a lookup; if the index is unusable it is rebuilt, if it is far behind it is caught up, and the lookup runs
    /// again.
    ///
    /// - Parameter body: The lookup; between its runs the calling thread has no transaction open.
    /// - Returns: The result of `body`.
    /// - Throws: Errors of `body`; `inputOutput` if the index repeatedly proves damaged.
    @available(*, noasync)
    func blockingLookup<Result>(_ body: () throws -> Result) throws -> Result {
        var rebuilds = 0
        while true {
            let recoveries = recoveries
            do {
                return try body()
            } catch let damage as UnusableIndex {
                rebuilds += 1
                guard rebuilds <= Self.maxRebuilds else { throw damage.lasting(at: index.environment.path) }
                try recover(from: damage, since: recoveries)
            } catch is IndexBehind {
                try catchUpOnce(since: recoveries)
            }
        }
    }

    /// How often the index was discarded since the store was opened.
    var recoveries: Int { recovery.withLock { $0.count } }

    /// Discards a damaged index and rebuilds it from the log.
    ///
    /// If several threads meet the same damage, one of them rebuilds and the others wait.
    ///
    /// - Parameters:
    ///   - damage: The damage.
    ///   - count: The value of ``recoveries`` before the lookup.
    /// - Throws: `EventStoreError` if the index cannot be rebuilt.
    func recover(from damage: UnusableIndex, since count: Int) throws {
        // IDX-16: A damaged index is rebuilt while the store is open.
        try runOnce(since: count) {
            observer.indexDiscarded(damage.reason)
            try rebuild()
        }
    }

    /// Catches up an index that is so far behind that the tail cannot hold the remaining events.
    ///
    /// - Throws: `EventStoreError` if that fails.
    func catchUpOnce(since count: Int) throws {
        try runOnce(since: count) {
            do {
                tail.drop(upTo: try catchUp().position)
            } catch let damage as UnusableIndex {
                observer.indexDiscarded(damage.reason)
                try rebuild()
            }
        }
    }

    /// Catches the index up with the log as far as possible.
    ///
    /// If the index cannot be written, this is logged.
    ///
    /// - Throws: `EventStoreError` if the log cannot be read, or a damaged index cannot be rebuilt.
    func catchUpIfWritable() throws {
        do {
            try catchUpOnce(since: recoveries)
        } catch let error as EventStoreError where error.code == .inputOutput || error.code == .diskFull {
            observer.log.indexStalled(error)
        }
    }

    /// Runs a body once for all threads that saw the same state of the index.
    private func runOnce(since count: Int, _ body: () throws -> Void) throws {
        let isFirst = recovery.wait { state -> Bool? in
            if state.isRunning { return nil }
            guard state.count == count else { return false }
            state.isRunning = true
            return true
        }
        guard isFirst else { return }
        defer {
            recovery.withLock { state in
                state.isRunning = false
                state.count += 1
            }
            recovery.broadcast()
        }
        try body()
    }

    private func rebuild() throws {
        var attempt = 0
        while true {
            attempt += 1
            do {
                do {
                    try index.reset()
                } catch is UnusableIndex {
                    // LMDB's own structure is damaged: only replacing the file helps.
                    try index.reopen { _ in }
                }
                // The wrong posting may have come from the tail.
                tail.restart(from: try catchUp(usingTail: false))
                return
            } catch let damage as UnusableIndex {
                guard attempt < Self.maxRebuilds else { throw damage.lasting(at: index.environment.path) }
            }
        }
    }
}

/// The events that are not indexed exceed the tail's bound: catch the index up.
struct IndexBehind: Error {}

extension UnusableIndex {
    /// The error of an index that proves damaged right after a rebuild.
    func lasting(at path: String) -> EventStoreError {
        EventStoreError(
            .inputOutput,
            "\(quoted(path, upTo: .max)) was rebuilt from the log and is damaged again: \(reason); "
                + "the log is not affected: check the disk, then delete the file and open the store again",
            cause: self)
    }
}
