import Foundation
import Nacre
import NacreLMDB
import PeerMessages
import TestFolders
import TestRandomness
import TestTraits
import Testing

@Suite(.fewAtOnce) struct KillTests {
    private static let eventsPerBatch = 7

    /// Kills a process that appends, shortly after it has announced a number of batches.
    ///
    /// - Returns: The announced version of each stream.
    private func killAppender(
        of path: String, _ arguments: [String], after announcements: Int, pause: Duration
    ) async throws -> [String: Int] {
        let (text, wasKilled) = try await Peer(store: path, arguments: arguments).kill(
            .announce(eventsPerBatch: Self.eventsPerBatch), after: announcements, pause: pause)
        #expect(wasKilled)
        var announced: [String: Int] = [:]
        for line in text.split(separator: UInt8(ascii: "\n")) {
            let batch = try JSONDecoder().decode(PeerBatch.self, from: line)
            announced[batch.stream] = max(announced[batch.stream] ?? 0, batch.number)
        }
        return announced
    }

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
        for round in 1...rounds {
            let announced = try await killAppender(
                of: folder.store, arguments, after: Int.random(in: 1...40, using: &random),
                pause: .microseconds(Int.random(in: 0...3_000, using: &random)))
            #expect(!announced.isEmpty)
            let store = try await LMDBEventStore.open(at: folder.store, options: .small(createsStore: false))
            let findings = Notices()
            _ = try await store.verify(progress: { _, _ in }, finding: { findings.add($0.description) })
            #expect(findings.all == [], "round \(round)")
            try await expectWholeBatches(in: store, atLeast: announced)
            await store.close()
        }
    }

    private func expectWholeBatches(in store: LMDBEventStore, atLeast announced: [String: Int]) async throws {
        var versions: [StreamName: Int] = [:]
        var next: Position = 1
        for try await event in store.readLog() {
            #expect(event.position == next)
            next += 1
            let version = versions[event.stream, default: 0]
            let (number, index) = version.quotientAndRemainder(dividingBy: Self.eventsPerBatch)
            #expect(event.data == Array("\(number + 1) \(index)".utf8))
            #expect(event.isLastOfCommit == (index == Self.eventsPerBatch - 1))
            versions[event.stream] = version + 1
        }
        for (stream, version) in versions {
            #expect(version.isMultiple(of: Self.eventsPerBatch), "\(stream) ends inside a batch")
        }
        for (stream, number) in announced {
            #expect(versions[StreamName(stream), default: 0] >= number * Self.eventsPerBatch)
        }
    }
}
