import Foundation
import Nacre
import NacreLMDB
import PeerMessages
import TestFolders
import TestTraits
import Testing

@Suite(.fewAtOnce) struct SharedReadModelTests {
    @Test func `processes that share a read model apply every event once`() async throws {
        let folder = try TemporaryFolder()
        let store = try await LMDBEventStore.open(at: folder.store, options: .unsynced())
        var expected: [String: Int] = [:]
        for number in 0..<1_500 {
            let stream = "s-\(number % 7)"
            try await store.append(
                [EventData(type: "T", data: []), EventData(type: "U", data: [])], to: StreamName(stream))
            expected[stream, default: 0] += 2
        }
        async let first = project(folder, batch: 3)
        async let second = project(folder, batch: 4)
        async let third = project(folder, batch: 5)
        #expect(try await [first, second, third] == [3_000, 3_000, 3_000])
        #expect(try counts(folder) == expected)

        // Once more, concurrently and from the previous state.
        try await store.append([EventData(type: "T", data: [])], to: "s-0")
        expected["s-0", default: 0] += 1
        async let again = project(folder, batch: 1)
        async let beside = project(folder, batch: 1)
        #expect(try await [again, beside] == [3_001, 3_001])
        #expect(try counts(folder) == expected)
        await store.close()
    }

    @Test func `waiting for a position ends when any process has applied it`() async throws {
        let folder = try TemporaryFolder()
        let store = try await LMDBEventStore.open(at: folder.store, options: .unsynced())
        let models = try open(folder)
        let runner = ProjectionRunner(
            projection: Counting(), store: store, models: models, batchSize: .init(events: 1))
        for round in 1...3 {
            var end: Position = 0
            for _ in 0..<150 {
                end = try await store.append([EventData(type: "T", data: [])], to: "s-1").lastPosition
            }
            async let other = project(folder, batch: 1)
            try await runner.wait(atLeast: end)
            let (position, counts) = try models.read("counts") { reader in
                (try reader.state()?.checkpoint.position, try Counting.counts(reader))
            }
            #expect(position == end)
            #expect(counts == ["s-1": 150 * round])
            #expect(try await other == end)
        }
        models.close()
        await store.close()
    }

    @Test(arguments: [true, false])
    func `processes that rebuild a model concurrently leave it correct`(rebuilds: Bool) async throws {
        let folder = try TemporaryFolder()
        let store = try await LMDBEventStore.open(at: folder.store, options: .unsynced())
        for number in 0..<300 {
            try await store.append([EventData(type: "T", data: [])], to: StreamName("s-\(number % 3)"))
        }
        #expect(try await project(folder, batch: 100) == 300)

        // Without a rebuild, two have a new schema version, and one continues with the old one beside them.
        async let first = finish(folder, schemaVersion: rebuilds ? 1 : 2, rebuilds: rebuilds)
        async let second = finish(folder, schemaVersion: rebuilds ? 1 : 2, rebuilds: rebuilds)
        async let third = finish(folder, schemaVersion: 1, rebuilds: rebuilds)
        _ = try await (first, second, third)

        #expect(try counts(folder) == ["s-0": 100, "s-1": 100, "s-2": 100])
        let models = try open(folder)
        let (state, shadow) = try models.read("counts") { (try $0.state(), try $0.shadow().generation()) }
        #expect(state?.schemaVersion == (rebuilds ? 1 : 2))
        #expect(state?.checkpoint.position == 300)
        #expect(shadow == nil)
        models.close()
        await store.close()
    }

    /// Runs another process to its end.
    private func finish(_ folder: TemporaryFolder, schemaVersion: Int, rebuilds: Bool) async throws {
        try await Peer(store: folder.store).kill(
            .announceProjecting(batch: 3, schemaVersion: schemaVersion, rebuilds: rebuilds), after: .max, pause: .zero)
    }

    private func project(_ folder: TemporaryFolder, batch: Int) async throws -> Position {
        try await Peer(store: folder.store).run(.project(batch: batch), as: PeerAnswer.self).result().lastPosition
    }

    private func open(_ folder: TemporaryFolder) throws -> LMDBReadModelStore {
        try LMDBReadModelStore.open(at: folder.store + "/views.mdb", mapSize: 32 << 20)
    }

    private func counts(_ folder: TemporaryFolder) throws -> [String: Int] {
        let models = try open(folder)
        defer { models.close() }
        return try models.read("counts") { try Counting.counts($0) }
    }
}
