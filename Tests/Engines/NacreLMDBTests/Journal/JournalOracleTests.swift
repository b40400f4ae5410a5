import Nacre
import TestFolders
import TestRandomness
import TestTraits
import Testing

@testable import NacreLMDB

/// A store with pending blocks answers as the same store does from its log alone, and holds the same events as one that
/// never had a journal.
@Suite(.fewAtOnce, .timeLimit(.minutes(25))) struct JournalOracleTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func options(_ random: inout SeededGenerator) -> LMDBEventStore.Options {
        var options = LMDBEventStore.Options.undrained(fileBytes: (1 << 20) + 4_096 * random.below(64))
        // Look-ups span index and tail.
        options.tailLimits = TailLimits(eventsPerGeneration: 8, maxCount: 16)
        options.indexLimits = .tiny
        options.journal.directBytes = 2_000 + random.below(8_000)
        options.journal.pendingBytes = 20_000 + random.below(40_000)
        if random.below(3) > 0 { options.journal.drainInterval = UInt64(random.below(20)) * 1_000_000 }
        if random.below(2) > 0 { options.journal.drainBytes = 1 + random.below(10_000) }
        options.journal.lookInterval = 1_000_000
        options.journal.commitBytes = 1 + random.below(10_000)
        return options
    }

    @Test(arguments: 1...8 as ClosedRange<UInt64>)
    func `a store answers alike with pending blocks, from its log, and without ever using a journal`(
        seed: UInt64
    ) async throws {
        var random = SeededGenerator(seed: seed)
        let store = try await LMDBEventStore.open(at: folder.path + "/journaled", options: options(&random))
        let plain = try await LMDBEventStore.open(at: folder.path + "/plain", options: .small())
        let before = try await store.appendUntilJournaling()
        for number in 0..<before {
            try await plain.append([EventData(type: "T", data: Array("\(number)".utf8))], to: "before-1")
        }
        var generator = CommitGenerator(seed: seed)
        generator.streams = 4
        generator.dataBytes = 1_500
        for _ in 0..<40 {
            let commit = generator.commit(events: 1...5)
            let result = try await store.append(commit)
            #expect(try await plain.append(commit).positions == result.positions)
            if random.below(4) == 0 { try await Task.sleep(for: .milliseconds(random.below(4))) }
        }
        #expect(store.isJournaling)
        let events = try await store.readLog().collect()
        #expect(try await plain.readLog().collect().map(Told.init) == events.map(Told.init))
        let answers = try await StoreAnswers(of: store, events: events)
        await plain.close()
        await store.close()

        let reopened = try await LMDBEventStore.open(at: folder.path + "/journaled", options: .small())
        let found = try await StoreAnswers(of: reopened, events: events)
        #expect(found.differences(from: answers) == [])
        await reopened.close()
    }

    /// What an event says of itself, apart from what each store makes.
    private struct Told: Equatable {
        let position: Position
        let stream: StreamName
        let version: StreamVersion
        let type: EventType
        let tags: [String]
        let data: [UInt8]
        let isLastOfCommit: Bool

        init(_ event: RecordedEvent) {
            position = event.position
            stream = event.stream
            version = event.version
            type = event.type
            tags = event.tags.map(\.text)
            data = event.data
            isLastOfCommit = event.isLastOfCommit
        }
    }
}
