import Foundation
import Nacre
import Synchronization
import Testing

@testable import NacreBenchmarks
@testable import NacreLoad

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// Writers take turns on targets whose appends do not suspend, and none blocks the timing thread.
@Suite struct WriterTurnsTests {
    /// Appends without a suspension, and notes on which threads it was called.
    private final class Unsuspending: AppendTarget {
        let target = RecordingTarget()
        let callerUse: CallerUse
        private let threads = Mutex((appending: Set<UInt>(), asking: Set<UInt>()))

        init(_ callerUse: CallerUse) {
            self.callerUse = callerUse
        }

        var appending: Set<UInt> { threads.withLock { $0.appending } }

        var asking: Set<UInt> { threads.withLock { $0.asking } }

        func append(_ commit: Commit) async throws -> AppendResult {
            threads.withLock { _ = $0.appending.insert(UInt(pthread_self())) }
            return try await target.append(commit)
        }

        func head() async throws -> Position {
            threads.withLock { _ = $0.asking.insert(UInt(pthread_self())) }
            return try await target.head()
        }
    }

    @Test(arguments: [CallerUse.computes, .blocks])
    func `all writers append before any makes its last append`(callerUse: CallerUse) async throws {
        let load = AppendLoad(writers: 32, eventsPerAppend: 1, streams: 32, payloadBytes: 32, seed: 4)
        let target = Unsuspending(callerUse)
        _ = await ConcurrentLoad.run(load, within: SliceBudget(seconds: nil, events: 32 * 500), on: target)
        var appends: [String: Int] = [:]
        for event in target.target.log {
            appends[event.stream, default: 0] += 1
            if appends[event.stream] == 500 { break }
        }
        #expect(appends.count == 32)
    }

    @Test(.timeLimit(.minutes(10)))
    func `in an open loop, a blocking append does not run on the timing thread`() async {
        let load = AppendLoad(
            writers: 4, eventsPerAppend: 1, streams: 8, payloadBytes: 32, seed: 3, labels: .tag,
            conditions: ConditionRule())
        // On a busy machine too, all of them are made.
        let budget = SliceBudget(seconds: 600, events: 50, arrivals: Arrivals(rate: 500, spacing: .fixed))
        let target = Unsuspending(.blocks)
        let slice = await ConcurrentLoad.run(load, within: budget, on: target)
        #expect(slice.events == 50)
        #expect(slice.records.allSatisfy { $0.failure == nil })
        #expect(target.appending.count == 1)
        #expect(target.asking.count == 1)
        #expect(target.appending.isDisjoint(with: target.asking))
    }

    @Test func `engines state whether their appends suspend`() async throws {
        try await withTemporaryFolder { folder in
            let engines: [(any BenchmarkEngine, CallerUse)] = [
                (MemoryEngine(stores: MemoryStores()), .computes),
                (SQLiteEngine(durability: .unsynced, cache: .default, isGrouping: false), .blocks),
                (SQLiteEngine(durability: .unsynced, cache: .default, isGrouping: true), .suspends),
                (NacreEngine(durability: .unsynced, mapSize: smallMap), .suspends),
            ]
            for (index, (engine, callerUse)) in engines.enumerated() {
                let store = folder.appendingPathComponent("\(index)", isDirectory: true)
                try FileManager.default.createDirectory(at: store, withIntermediateDirectories: false)
                let session = try await engine.open(store)
                #expect(session.callerUse == callerUse, "\(engine.name)")
                try await session.close()
            }
        }
    }
}
