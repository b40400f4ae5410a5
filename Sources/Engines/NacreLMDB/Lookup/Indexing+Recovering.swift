import LMDB
import Nacre

extension Indexing {
    /// How often one call rebuilds an index that proves damaged again before it gives up.
    static let greatestRebuilds = 3

    /// Runs a body that looks in the index once.
    ///
    /// - Parameter body: What to do, as far as it takes a moment.
    /// - Returns: What the body returns; `nil` where ``looking(_:)`` has something to do first that may take long.
    /// - Throws: What the body throws.
    func glancing<Result>(_ body: () throws -> Result) throws -> Result? {
        do {
            return try body()
        } catch is UnusableIndex, is IndexBehind, is TailBehind {
            return nil
        }
    }

    /// Runs a body that looks in the index; where that is of no use it is rebuilt, where it is far behind it is
    /// awaited, and the body runs again.
    ///
    /// - Parameter body: What to do; outside of it the calling thread has no transaction open.
    /// - Returns: What the body returns.
    /// - Throws: What the body throws; `inputOutput` where the index proves damaged again and again.
    @available(*, noasync)
    func looking<Result>(_ body: () throws -> Result) throws -> Result {
        var rebuilds = 0
        while true {
            let recoveries = recoveries
            do {
                return try body()
            } catch let damage as UnusableIndex {
                rebuilds += 1
                guard rebuilds <= Self.greatestRebuilds else { throw damage.lasting(at: index.environment.path) }
                try recover(from: damage, since: recoveries)
            } catch is IndexBehind {
                try bringNearer(since: recoveries)
            }
        }
    }

    /// How often the index was thrown away while the store was open.
    var recoveries: Int { recovery.withLock { $0.count } }

    /// Throws a damaged index away and builds it anew from the log.
    ///
    /// Of all the threads that meet one damage, one does it, and the others wait.
    ///
    /// - Parameters:
    ///   - damage: What was met.
    ///   - count: What ``recoveries`` was before the index was looked in.
    /// - Throws: `EventStoreError` where it cannot be built anew.
    func recover(from damage: UnusableIndex, since count: Int) throws {
        try alone(since: count) {
            observer.indexDiscarded(damage.reason)
            try rebuild()
        }
    }

    /// Brings an index that is so far behind that the tail cannot hold the rest nearer to the log's head.
    ///
    /// - Throws: `EventStoreError` where it cannot be.
    func bringNearer(since count: Int) throws {
        try alone(since: count) {
            do {
                tail.drop(upTo: try catchUp().position)
            } catch let damage as UnusableIndex {
                observer.indexDiscarded(damage.reason)
                try rebuild()
            }
        }
    }

    /// Brings the index as near to the log's head as it comes.
    ///
    /// Where it cannot be written, the store's logger says so.
    ///
    /// - Throws: `EventStoreError` where the log cannot be read, or an index that is damaged not be built anew.
    func comeNear() throws {
        do {
            try bringNearer(since: recoveries)
        } catch let error as EventStoreError where error.code == .inputOutput || error.code == .diskFull {
            observer.log.indexStalled(error)
        }
    }

    /// Runs a body once for all the threads that come to it in the same state of the index.
    private func alone(since count: Int, _ body: () throws -> Void) throws {
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
                    // What LMDB itself needs is damaged: the file can only be given up.
                    try index.reopen { _ in }
                }
                // The wrong posting may have been the tail's.
                tail.restart(from: try catchUp(usingTail: false))
                return
            } catch let damage as UnusableIndex {
                guard attempt < Self.greatestRebuilds else { throw damage.lasting(at: index.environment.path) }
            }
        }
    }
}

/// More of the log than the tail may hold is not in the index: let it come nearer.
struct IndexBehind: Error {}

extension UnusableIndex {
    /// The error of an index that proves damaged again when it has just been rebuilt.
    func lasting(at path: String) -> EventStoreError {
        EventStoreError(
            .inputOutput,
            "\(quoted(path, upTo: .max)) was rebuilt from the log and proves damaged again: \(reason); "
                + "the log is not concerned: check the disk, then delete the file and open the store again",
            cause: self)
    }
}
