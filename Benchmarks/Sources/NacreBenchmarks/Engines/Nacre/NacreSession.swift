import Nacre
import NacreLMDB

/// A store of Nacre's that is held open.
struct NacreSession: EngineSession {
    /// How long the index may stand still before it counts as having come as far as it comes.
    private static let patience: UInt64 = 100_000_000

    let store: LMDBEventStore

    func append(_ commit: Commit) async throws -> AppendResult {
        try await store.append(commit)
    }

    func head() async throws -> Position {
        try await store.head()
    }

    func load(_ stream: StreamName) async throws -> LogContents {
        var contents = LogContents(events: 0, payloadSum: 0)
        for event in try await store.read(stream).collect() { contents.add(event.data) }
        return contents
    }

    // The newest events stay in the tail until they fill a batch: the index has caught up when it moves no more.
    func waitUntilIndexed() async throws -> UInt64 {
        var reached = try await store.statistics().indexedUpTo
        var moment = monotonicNanoseconds()
        while monotonicNanoseconds() - moment < Self.patience {
            let now = try await store.statistics()
            if now.indexedUpTo != reached {
                reached = now.indexedUpTo
                moment = monotonicNanoseconds()
            }
            if reached == now.head { return moment }
            try await Task.sleep(for: .milliseconds(1))
        }
        return moment
    }

    var groups: GroupStatistics? {
        let statistics = store.appendStatistics
        return GroupStatistics(
            groups: statistics.groups, appends: statistics.commits, events: statistics.events)
    }

    func close() async throws {
        await store.close()
    }
}
