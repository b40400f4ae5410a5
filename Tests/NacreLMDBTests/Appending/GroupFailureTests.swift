import Nacre
import Testing

@testable import NacreLMDB

@Suite struct GroupFailureTests {
    private struct Cause: Error {}
    private let written = AppendResult(firstPosition: 3, lastPosition: 4, streams: [])
    private let repeated = AppendResult(alreadyCommittedAt: [1], streams: [])

    private func outcome(_ result: Result<AppendResult, any Error>) -> String {
        do {
            return try result.get() == repeated ? "repeated" : "written"
        } catch let error as EventStoreError {
            return "\(error.code) \(error.outcome.map { "\($0)" } ?? "none")"
        } catch {
            return "\(error)"
        }
    }

    @Test func `only what was in the transaction that failed is unknown`() {
        var group = GroupOutcome()
        group.answers = [
            .success(written), .failure(EventStoreError.conflict([])), .success(repeated), .success(written),
        ]
        group.isRecordedSafe = true
        let failure = GroupFailure(Cause(), committing: group)
        // Two more were taken, but were to be judged in a group of their own.
        #expect(
            (0..<6).map { outcome(failure.answer(to: $0)) } == [
                "appendsStopped unknown", "appendsStopped notWritten", "repeated", "appendsStopped unknown",
                "appendsStopped notWritten", "appendsStopped notWritten",
            ])
        #expect(GroupFailure(failure).answer(to: 0).error?.cause is Cause)
    }

    @Test func `what was recorded before is unknown where it may not be on the disk`() {
        var group = GroupOutcome()
        group.answers = [.success(repeated)]
        #expect(outcome(GroupFailure(Cause(), committing: group).answer(to: 0)) == "appendsStopped unknown")
    }

    @Test func `of a group whose commit had not begun nothing is written`() {
        let failure = GroupFailure(Cause())
        #expect(
            (0..<2).map { outcome(failure.answer(to: $0)) } == [
                "appendsStopped notWritten", "appendsStopped notWritten",
            ])
        #expect(failure.notWritten.cause is Cause)
    }

    @Test func `what says already that appends have stopped is told once`() {
        let told = EventStoreError.appendsStopped(Cause(), outcome: .notWritten)
        #expect(GroupFailure(told).notWritten.cause is Cause)
    }
}

extension Result<AppendResult, any Error> {
    fileprivate var error: EventStoreError? {
        if case .failure(let error) = self { error as? EventStoreError } else { nil }
    }
}
