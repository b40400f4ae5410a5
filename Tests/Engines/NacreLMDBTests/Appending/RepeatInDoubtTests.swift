import DomainKit
import Nacre
import TestFolders
import TestTraits
import Testing

@testable import NacreLMDB

/// Appends are repeated under the same ids while the store is open whose appends have stopped.
@Suite(.fewAtOnce) struct RepeatInDoubtTests {
    private func commit(_ number: UInt64) -> Commit {
        Commit([EventData(id: EventID(high: number, low: 1), type: "T", data: [])], to: "s-1")
    }

    @Test func `a repeat of an append with unknown outcome is not answered with "not written"`() async throws {
        let folder = try TemporaryFolder()
        let store = try await LMDBEventStore.open(at: folder.store, options: .small())
        let request = AppendRequest(PreparedCommit(commit(1), now: store.timeSource.now()))
        request.answer = .appended(upTo: 1, versions: NonEmptyList(1))
        var outcome = GroupOutcome()
        outcome.judged = 1
        // A frame whose write fails may be on the disk, and recovery puts it into the log.
        let cause = EventStoreError(.inputOutput, "planted", outcome: .unknown)
        store.writer.fail([request], GroupFailure(cause, committing: outcome))
        #expect(throws: EventStoreError.self) { try request.result() }
        for (number, expected) in [(1, EventStoreError.Outcome.unknown), (2, .notWritten)] {
            let error = await #expect(throws: EventStoreError.self) {
                try await store.append(commit(UInt64(number)))
            }
            #expect(error?.code == .appendsStopped)
            #expect(error?.outcome == expected)
        }
        await store.close()
    }
}
