import Foundation
import Nacre
import Synchronization

@testable import NacreBenchmarks
@testable import NacreLoad

/// An engine whose sessions fail after a number of appends, or of reads other than whole pages.
struct WeakEngine: WrappingEngine {
    let engine: any BenchmarkEngine
    var appends = Int.max
    var reads = Int.max

    func open(_ folder: URL) async throws -> any EngineSession {
        WeakSession(session: try await engine.open(folder), appends: appends, reads: reads)
    }
}

private final class WeakSession: EngineSession {
    private let session: any EngineSession
    private let appends: Int
    private let reads: Int
    private let appendsMade = Atomic<Int>(0)
    private let readsMade = Atomic<Int>(0)

    init(session: any EngineSession, appends: Int, reads: Int) {
        self.session = session
        self.appends = appends
        self.reads = reads
    }

    func append(_ commit: Commit) async throws -> AppendResult {
        guard appendsMade.add(1, ordering: .relaxed).oldValue < appends else {
            throw EventStoreError(.damaged, "a page", outcome: .notWritten)
        }
        return try await session.append(commit)
    }

    func read(_ request: ReadRequest) async throws -> [RecordedEvent] {
        if case .log(_, _, 4_096) = request { return try await session.read(request) }
        guard readsMade.add(1, ordering: .relaxed).oldValue < reads else {
            throw EventStoreError(.closed, "closed")
        }
        return try await session.read(request)
    }

    func head() async throws -> Position { try await session.head() }

    func load(_ stream: StreamName) async throws -> LogContents { try await session.load(stream) }

    func waitUntilIndexed() async throws -> CaughtUp { try await session.waitUntilIndexed() }

    func subscribe(after position: Position, matching query: Query) throws -> Subscription {
        try session.subscribe(after: position, matching: query)
    }

    func close() async throws { try await session.close() }
}
