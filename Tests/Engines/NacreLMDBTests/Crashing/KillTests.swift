import Foundation
import Nacre
import NacreLMDB
import PeerMessages
import TestFolders
import TestRandomness
import TestTraits
import Testing

@Suite(.fewAtOnce) struct KillTests {
    @Test func `a process killed while appending leaves whole commits and every acknowledged one`()
        async throws
    {
        try await killAppenders(rounds: 20)
    }

    @Test func `a killed process loses nothing even without syncs`() async throws {
        try await killAppenders(rounds: 5, "--unsynced")
    }

    private func killAppenders(rounds: Int, _ arguments: String...) async throws {
        let folder = try TemporaryFolder()
        await (try LMDBEventStore.open(at: folder.store, options: .small())).close()
        var random = SeededGenerator(seed: 41)
        for _ in 1...rounds {
            let announced = try await KilledAppender.kill(
                of: folder.store, arguments, after: Int.random(in: 1...40, using: &random),
                pause: .microseconds(Int.random(in: 0...3_000, using: &random)))
            #expect(!announced.isEmpty)
            let store = try await LMDBEventStore.open(at: folder.store, options: .small(createsStore: false))
            try await KilledAppender.expectWholeBatches(in: store, atLeast: announced)
            await store.close()
        }
    }
}
