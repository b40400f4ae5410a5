import Nacre
import NacreLMDB
import TestFolders
import TestTraits
import Testing

@Suite(.fewAtOnce) struct GroupIdempotencyTests {
    @Test func `of 64 concurrent appends of one commit, one writes and the others return its positions`()
        async throws
    {
        let folder = try TemporaryFolder()
        let store = try await LMDBEventStore.open(at: folder.store, options: .unsynced())
        var generator = CommitGenerator(seed: 5)
        for round in 0..<10 {
            let commit = Commit(
                entries: (0..<3).map { index in
                    Commit.Entry(
                        stream: StreamName("round-\(round)-\(index % 2)"), event: generator.event(id: generator.id()))
                })
            let results = try await withThrowingTaskGroup(of: AppendResult.self) { group in
                for _ in 0..<64 { group.addTask { try await store.append(commit) } }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            let first = Position(round * 3 + 1)
            #expect(results.count { !$0.wasAlreadyCommitted } == 1)
            for result in results {
                #expect(result.positions == [first, first + 1, first + 2])
                #expect(result.streams.map(\.version) == [2, 1])
            }
        }
        #expect(try await store.head() == 30)
        await store.close()
    }

    @Test func `concurrent appends that share an id are not both written`() async throws {
        let folder = try TemporaryFolder()
        let store = try await LMDBEventStore.open(at: folder.store, options: .unsynced())
        let shared = EventData(id: .random(), type: "T", data: [1])
        let results = await withTaskGroup(of: Result<AppendResult, any Error>.self) { group in
            for task in 0..<32 {
                let own = EventData(id: .random(), type: "T", data: [UInt8(task)])
                group.addTask {
                    do { return .success(try await store.append([shared, own], to: "s-1")) } catch {
                        return .failure(error)
                    }
                }
            }
            return await group.reduce(into: []) { $0.append($1) }
        }
        var written = 0
        for result in results {
            switch result {
            case .success: written += 1
            case .failure(let error):
                let error = try #require(error as? EventStoreError)
                #expect(error.code == .idempotencyMismatch)
                #expect(error.eventIDs == [shared.id])
            }
        }
        #expect(written == 1)
        #expect(try await store.head() == 2)
        await store.close()
    }

    @Test func `an expectation in a group sees the requests before it`() async throws {
        let folder = try TemporaryFolder()
        let store = try await LMDBEventStore.open(at: folder.store, options: .unsynced())
        let written = await withTaskGroup(of: Bool.self) { group in
            for task in 0..<64 {
                group.addTask {
                    let event = EventData(type: "T", data: [UInt8(task)])
                    return (try? await store.append([event], to: "s-1", expecting: .noStream)) != nil
                }
            }
            return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
        }
        #expect(written == 1)
        #expect(try await store.version(of: "s-1") == 1)
        #expect(try await store.head() == 1)
        await store.close()
    }
}
