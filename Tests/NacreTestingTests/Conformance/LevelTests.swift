import Nacre
import NacreTesting
import Testing

@Suite struct LevelTests {
    @Test(arguments: EventStoreConformance.sentences(.durable) + EventStoreConformance.sentences(.shared))
    func `a log that outlives its doors keeps what durable and shared stores promise`(
        sentence: ConformanceRule
    ) async throws {
        try await sentence.check(DoorSubject())
    }

    @Test(arguments: EventStoreConformance.sentences(.durable))
    func `a store that is empty after reopening is caught by every sentence`(sentence: ConformanceRule) async {
        await #expect(throws: ConformanceFailure.self) { try await sentence.check(DoorSubject(fault: .forgets)) }
    }

    @Test(arguments: EventStoreConformance.sentences(.shared))
    func `a second process with a log of its own is caught by every sentence`(sentence: ConformanceRule) async {
        await #expect(throws: ConformanceFailure.self) { try await sentence.check(DoorSubject(fault: .isAlone)) }
    }

    @Test func `processes that each record by their own clock are caught by the sentence about time`() async throws {
        let text = "recordedAt never decreases along the log, even where another process's clock is behind"
        let sentence = try #require(EventStoreConformance.sentences(.shared).first { $0.text == text })
        let failure = await #expect(throws: ConformanceFailure.self) {
            try await sentence.check(DoorSubject(fault: .goesByItsOwnClock))
        }
        #expect(failure?.finding.hasPrefix("when they were recorded") == true, "\(failure?.description ?? "")")
    }
}
