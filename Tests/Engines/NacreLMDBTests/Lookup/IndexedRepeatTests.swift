import Foundation
import Nacre
import TestFolders
import TestTraits
import Testing

@testable import NacreLMDB

/// Recorded ids are found in the index, and in the log if there is no index.
@Suite(.fewAtOnce) struct IndexedRepeatTests {
    private static var options: LMDBEventStore.Options {
        var options = LMDBEventStore.Options.unsynced()
        options.tailLimits = TailLimits(eventsPerGeneration: 32, maxCount: 256)
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

    @Test func `a repeat is recognised from the index alone and after the index was deleted`() async throws {
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

    @Test func `recorded ids are found among hundreds of new ones in a group`()
        async throws
    {
        let folder = try TemporaryFolder()
        let store = try await LMDBEventStore.open(at: folder.store, options: Self.options)
        let given = (0..<300).map { EventData(id: .random(), type: "T", data: [UInt8($0 % 256)]) }
        for event in given { try await store.append([event], to: "given") }
        try await store.append((0..<300).map { EventData(type: "T", data: [UInt8($0 % 256)]) }, to: "made")
        let made = try await store.read("made").collect().map { EventData(id: $0.id, type: $0.type, data: $0.data) }
        for _ in 0..<400 { try await store.append([EventData(type: "Other", data: [])], to: "other-1") }
        let head = try await store.head()
        #expect(try await store.statistics().indexedUpTo > 600)

        let results = try await withThrowingTaskGroup(of: (Int, AppendResult).self) { group in
            for (number, event) in (given + made).enumerated() {
                group.addTask { (number, try await store.append([event], to: number < 300 ? "given" : "made")) }
                group.addTask {
                    let event = EventData(id: .random(), type: "T", data: [])
                    return (-1, try await store.append([event], to: StreamName("new-\(number % 7)")))
                }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        for (number, result) in results {
            #expect(result.wasAlreadyCommitted == (number >= 0))
            if number >= 0 { #expect(result.positions == [Position(number + 1)]) }
        }
        #expect(try await store.head() == head + 600)
        await store.close()
    }
}
