import Foundation
import Nacre
import NacreLMDB
import PeerMessages
import TestTraits
import Testing

@Suite(.fewAtOnce) struct SharedReadModelTests {
    @Test func `processes that keep one read model apply every event once`() async throws {
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

        // Once more, beside each other and from where it was.
        try await store.append([EventData(type: "T", data: [])], to: "s-0")
        expected["s-0", default: 0] += 1
        async let again = project(folder, batch: 1)
        async let beside = project(folder, batch: 1)
        #expect(try await [again, beside] == [3_001, 3_001])
        #expect(try counts(folder) == expected)
        await store.close()
    }

    private func project(_ folder: TemporaryFolder, batch: Int) async throws -> Position {
        try await Peer(store: folder.store).run(.project(batch: batch), as: PeerAnswer.self).result().lastPosition
    }

    private func counts(_ folder: TemporaryFolder) throws -> [String: Int] {
        let models = try LMDBReadModelStore.open(at: folder.store + "/views.mdb", mapSize: 32 << 20)
        defer { models.close() }
        return try models.read("counts") { try Counting.counts($0) }
    }
}
