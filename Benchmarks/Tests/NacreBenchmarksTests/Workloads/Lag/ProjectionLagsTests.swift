import Nacre
import Testing

@testable import NacreBenchmarks
@testable import NacreLoad
@testable import NacreVerification

@Suite struct ProjectionLagsTests {
    private typealias Step = ProjectionTimeline.Step

    private func answer(_ position: UInt64, at moment: UInt64) -> ArrivalRecord.Answer {
        ArrivalRecord.Answer(position: position, number: 0, moment: moment)
    }

    private func progress(_ name: String, to position: Position, isShadow: Bool = false, events: UInt64 = 1)
        -> ProjectionProgress
    {
        ProjectionProgress(
            projection: name, isShadow: isShadow, events: events, duration: .zero, position: position, head: position)
    }

    @Test func `an append is readable from the first transaction that reaches its position`() {
        let lags = ProjectionLags(
            of: [answer(10, at: 100), answer(20, at: 150), answer(21, at: 160)],
            in: [
                "one": [Step(position: 10, moment: 130), Step(position: 25, moment: 200)],
                "two": [Step(position: 20, moment: 90), Step(position: 21, moment: 300)],
            ])
        #expect(lags.ofModels == ["one": [30, 50, 40], "two": [0, 0, 140]])
        #expect(lags.ofAll == [30, 50, 140])
        #expect(lags.missing == 0)
    }

    @Test func `an append that a read model never reaches is reported`() {
        let lags = ProjectionLags(of: [answer(10, at: 100)], in: ["one": [Step(position: 9, moment: 130)]])
        #expect(lags.missing == 1)
    }

    @Test func `an applied transaction is recorded once, with its time`() {
        let timeline = ProjectionTimeline()
        let before = monotonicNanoseconds()
        timeline.applied(progress("one", to: 3))
        timeline.applied(progress("one", to: 4, isShadow: true))
        timeline.applied(progress("one", to: 3, events: 0))
        timeline.applied(progress("two", to: 5))
        let steps = timeline.take()
        #expect(steps.mapValues { $0.map(\.position) } == ["one": [3], "two": [5]])
        #expect(steps.values.joined().allSatisfy { $0.moment >= before })
        #expect(timeline.take().isEmpty)
    }
}
