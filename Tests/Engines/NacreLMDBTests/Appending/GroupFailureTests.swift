import DomainKit
import Nacre
import Testing

@testable import NacreLMDB

@Suite struct GroupFailureTests {
    private struct Cause: Error {}
    private let repeated = AppendResult(alreadyCommittedAt: [1], streams: [])

    private func request(_ answer: AppendRequest.Answer?) -> AppendRequest {
        let commit = Commit([EventData(type: "T", data: [])], to: "s-1")
        let request = AppendRequest(PreparedCommit(commit, now: Instant(nanosecondsSince1970: 0, decimals: 0)))
        request.answer = answer
        return request
    }

    private var requests: [AppendRequest] {
        let written = AppendRequest.Answer.appended(upTo: 3, versions: NonEmptyList(1))
        return [
            request(written), request(.refused(EventStoreError.conflict([]))), request(.repeated(repeated)),
            request(written), request(nil),
            // The result of an earlier attempt at the group.
            request(written),
        ]
    }

    private func outcomes(_ failure: GroupFailure) -> [String] {
        requests.enumerated().map { index, request in
            switch failure.answer(to: request, at: index) {
            case .appended: return "appended"
            case .repeated(let result): return result == repeated ? "repeated" : "another"
            case .refused(let error):
                guard let error = error as? EventStoreError, error.cause is Cause else { return "\(error)" }
                return "\(error.code) \(error.outcome.map { "\($0)" } ?? "none")"
            }
        }
    }

    @Test func `only commits in the failed transaction have an unknown outcome`() {
        var group = GroupOutcome()
        group.judged = 4
        group.isRecordedDurable = true
        let failure = GroupFailure(Cause(), committing: group)
        // Two more were taken, but are judged in a group of their own.
        let expected = [
            "appendsStopped unknown", "appendsStopped notWritten", "repeated", "appendsStopped unknown",
            "appendsStopped notWritten", "appendsStopped notWritten",
        ]
        #expect(outcomes(failure) == expected)
        #expect(outcomes(GroupFailure(failure)) == expected)
    }

    @Test func `an earlier commit has an unknown outcome if it may not be on disk`() {
        var group = GroupOutcome()
        group.judged = 4
        #expect(outcomes(GroupFailure(Cause(), committing: group))[2] == "appendsStopped unknown")
    }

    @Test func `a group whose commit had not begun is reported as not written`() {
        let failure = GroupFailure(Cause())
        #expect(outcomes(failure) == [String](repeating: "appendsStopped notWritten", count: 6))
        #expect(failure.notWritten.cause is Cause)
    }

    @Test func `an appendsStopped error is not nested`() {
        let told = EventStoreError.appendsStopped(Cause(), outcome: .notWritten)
        #expect(GroupFailure(told).notWritten.cause is Cause)
    }
}
