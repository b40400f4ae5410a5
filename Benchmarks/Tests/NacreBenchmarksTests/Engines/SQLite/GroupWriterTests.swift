import Foundation
import GRDB
import Nacre
import Testing

@testable import NacreBenchmarks
@testable import NacreLoad

@Suite struct GroupWriterTests {
    /// Queues commits before the writer begins, so that they are one group, and passes their results on.
    private func answers(
        to commits: [Commit], _ judge: (_ results: [Result<AppendResult, any Error>], GroupStatistics) throws -> Void
    ) async throws {
        try await withTemporaryFolder { folder in
            let (pool, memory) = try SQLiteDatabase.open(folder, cache: .default, durability: .unsynced)
            let writer = GroupWriter()
            var tasks: [Task<AppendResult, any Error>] = []
            for commit in commits {
                tasks.append(Task { try await writer.append(commit) })
                while writer.queue.waiting < tasks.count { await Task.yield() }
            }
            writer.queue.close()
            try await onDedicatedThread {
                var memory = memory
                pool.writeWithoutTransaction { database in
                    writer.run { try SQLiteGroupSession.write($0, to: database, &memory) }
                }
            }
            var results: [Result<AppendResult, any Error>] = []
            for task in tasks { results.append(await task.result) }
            try judge(results, writer.groups)
            try pool.close()
        }
    }

    private func commit(_ stream: StreamName, at version: StreamVersion, id: EventID? = nil) -> Commit {
        Commit([EventData(id: id, type: "Noted", data: [1])], to: stream, expecting: .exact(version))
    }

    @Test func `all waiting appends share one transaction, checked in order of arrival`() async throws {
        let commits = (0..<20).map { commit("note-\($0 % 2)", at: UInt64($0 / 2)) }
        try await answers(to: commits) { (results, groups) throws in
            #expect(groups == GroupStatistics(groups: 1, appends: 20, events: 20))
            #expect(try results.map { try $0.get().lastPosition } == Array(1...20))
        }
    }

    @Test func `a conflict fails one append and not the others of its transaction`() async throws {
        try await answers(to: [commit("a-1", at: 0), commit("a-1", at: 0), commit("a-1", at: 1)]) {
            (results, groups) throws in
            #expect(groups == GroupStatistics(groups: 1, appends: 2, events: 2))
            #expect(try results[0].get().lastPosition == 1)
            let error = #expect(throws: EventStoreError.self) { try results[1].get() }
            #expect(error?.code == .conflict)
            #expect(try results[2].get().lastPosition == 2)
        }
    }

    @Test func `an append that SQLite refuses does not fail the others of its transaction`() async throws {
        let id = EventID.random()
        let commits = [
            commit("a-1", at: 0, id: id), commit("b-1", at: 0, id: id), commit("c-1", at: 0, id: .random()),
        ]
        try await answers(to: commits) { (results, groups) throws in
            #expect(groups == GroupStatistics(groups: 2, appends: 2, events: 2))
            #expect(try results[0].get().lastPosition == 1)
            #expect(throws: DatabaseError.self) { try results[1].get() }
            #expect(try results[2].get().lastPosition == 2)
        }
    }

    @Test func `an append wakes the sleeping writer`() async throws {
        try await withTemporaryFolder { folder in
            let engine = SQLiteEngine(durability: .unsynced, cache: .default, isGrouping: true)
            let session = try await engine.open(folder)
            for version in UInt64(0)..<5 {
                // Many times as long as it polls.
                try await Task.sleep(for: .milliseconds(3))
                #expect(try await session.append(commit("a-1", at: version)).lastPosition == version + 1)
            }
            try await session.close()
        }
    }
}
