import DomainKit
import Foundation
import Logging
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

    /// A request whose frame was being written.
    private func failed(_ commit: Commit, in store: LMDBEventStore) -> AppendRequest {
        let request = AppendRequest(PreparedCommit(commit, now: store.timeSource.now()))
        request.answer = .appended(upTo: 1, versions: NonEmptyList(1))
        return request
    }

    /// The failure of that write: the frame may be on the disk, and recovery puts it into the log.
    private var failure: GroupFailure {
        var outcome = GroupOutcome()
        outcome.judged = 1
        return GroupFailure(EventStoreError(.inputOutput, "planted", outcome: .unknown), committing: outcome)
    }

    /// Runs a body when a store reports that appends have stopped.
    private struct StopObserver: LogHandler {
        let body: @Sendable () -> Void
        var metadata: Logger.Metadata = [:]
        var logLevel = Logger.Level.trace

        subscript(metadataKey key: String) -> Logger.Metadata.Value? {
            get { metadata[key] }
            set { metadata[key] = newValue }
        }

        func log(event: LogEvent) {
            if event.message.description == LogMessage.appendsStopped.rawValue { body() }
        }
    }

    @Test func `a repeat that waits while the append fails is in doubt, too`() async throws {
        let folder = try TemporaryFolder()
        let isAnswered = Flag()
        // When appends stop, waiting ones are answered.
        let logger = Logger(label: "test") { _ in
            StopObserver {
                let deadline = ContinuousClock.now + .seconds(60)
                while !isAnswered.isRaised, ContinuousClock.now < deadline { usleep(100) }
            }
        }
        let store = try await LMDBEventStore.open(at: folder.store, options: .small(logger: logger))
        // Nothing takes the repeat from the queue.
        store.queue.state.withLock { $0.isSeatTaken = true }
        let repeated = Task {
            defer { isAnswered.raise() }
            return try await store.append(commit(1))
        }
        while store.queue.load.requests == 0 { try await Task.sleep(for: .milliseconds(1)) }
        store.writer.fail([failed(commit(1), in: store)], failure)
        let error = await #expect(throws: EventStoreError.self) { try await repeated.value }
        #expect(error?.outcome == .unknown)
        store.queue.leaveSeat()
        await store.close()
    }

    @Test func `a repeat of an append with unknown outcome is not answered with "not written"`() async throws {
        let folder = try TemporaryFolder()
        let store = try await LMDBEventStore.open(at: folder.store, options: .small())
        let request = failed(commit(1), in: store)
        store.writer.fail([request], failure)
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
