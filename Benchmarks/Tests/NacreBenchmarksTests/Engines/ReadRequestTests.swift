import Foundation
import Nacre
import Testing

@testable import NacreBenchmarks
@testable import NacreLoad
@testable import NacreVerification

/// Single reads beyond the rules for every engine.
@Suite struct ReadRequestTests {
    private func withFilledSession(_ name: EngineName, _ body: (any EngineSession) async throws -> Void) async throws {
        let engine = name.engine(.unsynced, mapSize: smallMap)
        try await withTemporaryFolder { folder in
            try await engine.withSession(folder) { session in
                for commit in EngineTrial.requestedCommits { _ = try await session.append(commit) }
                try await body(session)
            }
        }
    }

    @Test(arguments: [EngineName.nacre, .memory, .sqlite, .sqliteGroup])
    func `the whole log is read page by page`(name: EngineName) async throws {
        try await withFilledSession(name) { session in
            var positions: [Position] = []
            try await session.forEachEvent(page: 7) { positions.append($0.position) }
            #expect(positions == Array(1...40))
        }
    }

    @Test func `sqlite refuses queries that it has no index for`() async throws {
        try await withFilledSession(.sqlite) { session in
            let query = Query([.init(types: ["Third"], tags: ["fifth"])])
            await #expect(throws: HarnessError.self) {
                try await session.read(.log(.forward(), matching: query, limit: nil))
            }
        }
    }

    @Test func `a category request does not change later SQLite commits`() async throws {
        try await withFilledSession(.sqlite) { session in
            _ = try await session.read(.log(.forward(), matching: .categories("order"), limit: 1))
            let result = try await session.append(Commit([EventData(type: "T", data: [])], to: "fresh-1"))
            // The trigger inserts rows of its own, but the answer must be that of the event.
            #expect(result.positions == [41])
            #expect(result.version(of: "fresh-1") == 1)
        }
    }
}
