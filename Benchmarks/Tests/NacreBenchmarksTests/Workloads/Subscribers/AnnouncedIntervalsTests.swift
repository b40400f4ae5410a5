import Nacre
import Testing

@testable import NacreBenchmarks
@testable import NacreLoad
@testable import NacreVerification

@Suite struct AnnouncedIntervalsTests {
    private static let second: UInt64 = 1_000_000_000

    /// Two writers' answers and a failure, in a slice of three seconds that begins at second 5.
    private var answers: AnnouncedAnswers {
        var one = WriterRecord(eventsPerAcknowledgement: 2)
        one.acknowledgements = [
            .init(firstPosition: 1, place: .init(stream: 0, firstVersion: 1)),
            .init(firstPosition: 5, place: .init(stream: 0, firstVersion: 3)),
        ]
        one.latencies = [10, 20]
        var other = WriterRecord(eventsPerAcknowledgement: 2)
        other.acknowledgements = [.init(firstPosition: 3, place: .init(stream: 1, firstVersion: 1))]
        other.latencies = [30]
        other.failures = [AppendFailure(moment: 7 * Self.second, kind: AppendFailure.other)]
        return AnnouncedAnswers(
            reply: WorkerReply(start: 5 * Self.second, nanoseconds: 3 * Self.second, events: 6), records: [one, other],
            moments: [[5 * Self.second + 100, 7 * Self.second + 100], [5 * Self.second + 200]])
    }

    @Test func `appends count in the interval of their answer, under the operation's name`() {
        let series = answers.intervals(ofSeconds: 1, "backup")
        #expect(series.events == [4, 0, 2])
        #expect(series.errors == [0, 0, 1])
        #expect(series.p99 == [30, nil, 20])
        #expect(series.seconds == 3)
        #expect(series.name == "backup")
    }

    @Test func `consecutive slices are recorded without the time between them`() {
        var recorder = IntervalRecorder(start: 2 * Self.second)
        // As if a slice of one second had begun at second 2.
        answers.record(in: &recorder, behind: 2 * Self.second)
        #expect(recorder.series(until: 6 * Self.second, began: 0).events == [0, 4, 0, 2])
    }

    @Test func `deliveries add their delays to the interval of arrival, and no events`() {
        var events = AnnouncedEvents(writers: 2)
        events.take(answers.records, answered: answers.moments)
        var deliveries = Deliveries()
        deliveries.positions = [1, 2, 3, 5]
        deliveries.identities = [0, 0, 0, 0]
        // The first event is an older one; the second and third were called 90 and 170 ns into the slice.
        deliveries.moments = [1, 5 * Self.second + 590, 6 * Self.second + 170, 8 * Self.second + 500_000_080]
        let series = answers.intervals(ofSeconds: 1, handedOut: [deliveries], of: events, after: 1)
        #expect(series.events == [4, 0, 2, 0])
        #expect(series.errors == [0, 0, 1, 0])
        #expect((499...501).contains(series.p50[0] ?? 0))
        #expect(series.p50[2] == nil)
        // The series ends with the last delivery, not with the last answer.
        #expect(series.seconds == 3.500_000_08)
        // To within the resolution of a histogram.
        #expect((990_000_000...1_010_000_000).contains(series.p50[1] ?? 0))
        #expect((1_485_000_000...1_515_000_000).contains(series.p50[3] ?? 0))
    }
}
