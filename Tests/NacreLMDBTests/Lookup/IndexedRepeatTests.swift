import Foundation
import Nacre
import TestTraits
import Testing

@testable import NacreLMDB

/// Which ids are recorded is known from an index, which forgets none, and from the log where there is no index.
@Suite(.fewAtOnce) struct IndexedRepeatTests {
    private static var options: LMDBEventStore.Options {
        var options = LMDBEventStore.Options.unsynced()
        options.tailLimits = TailLimits(eventsPerGeneration: 32, greatestCount: 256)
        return options
    }

    private func expectRepeats(_ store: LMDBEventStore, of commits: [(commit: Commit, first: AppendResult)])
        async throws
    {
        let head = try await store.head()
        for (commit, first) in commits {
            let again = try await store.append(commit)
            #expect(again.wasAlreadyCommitted)
            #expect(again.positions == first.positions)
            #expect(again.streams == first.streams)
            var partial = commit
            partial.entries.append(.init(stream: "s-0", event: EventData(id: .random(), type: "T", data: [])))
            await #expect {
                try await store.append(partial)
            } throws: {
                ($0 as? EventStoreError)?.code == .idempotencyMismatch
            }
        }
        #expect(try await store.head() == head)
    }

    @Test func `a repeat is recognised when nothing of it is in memory, and when the index was deleted`() async throws {
        let folder = try TemporaryFolder()
        let store = try await LMDBEventStore.open(at: folder.store, options: Self.options)
        var commits: [(Commit, AppendResult)] = []
        for number in 0..<20 {
            let events = (0..<3).map { EventData(id: .random(), type: "T", data: [UInt8($0)]) }
            let commit = Commit(events, to: StreamName("s-\(number % 4)"))
            commits.append((commit, try await store.append(commit)))
            for _ in 0..<30 { try await store.append([EventData(type: "Other", data: [])], to: "other-1") }
        }
        await store.close()

        let reopened = try await LMDBEventStore.open(at: folder.store, options: Self.options)
        let indexed = try await reopened.statistics().indexedUpTo
        let old = commits.filter { $0.1.lastPosition <= indexed }
        #expect(old.count > 10)
        try await expectRepeats(reopened, of: commits)
        await reopened.close()

        try FileManager.default.removeItem(atPath: folder.store + "/index.mdb")
        let rebuilt = try await LMDBEventStore.open(at: folder.store, options: Self.options)
        try await expectRepeats(rebuilt, of: commits)
        await rebuilt.close()
    }
}
