import Nacre
import Testing

@testable import NacreBenchmarks
@testable import NacreLoad

@Suite struct LoadTests {
    private let load = AppendLoad(writers: 4, eventsPerAppend: 3, streams: 18, payloadBytes: 40, seed: 11)

    @Test func `writers divide all streams without overlap`() {
        let shares = (0..<4).flatMap { Array(load.streams(of: $0)) }
        #expect(shares == Array(0..<18))
    }

    @Test func `the same seed plans the same appends`() {
        var one = WriterPlan(load: load, writer: 2)
        var other = WriterPlan(load: load, writer: 2)
        let steps = (0..<100).map { _ in one.next() }
        #expect(steps == (0..<100).map { _ in other.next() })
        #expect(steps.map(\.firstSequence) == (0..<100).map { $0 * 3 })
        #expect(steps.allSatisfy { load.streams(of: 2).contains($0.stream) })
    }

    @Test func `another seed, or another writer, plans other appends`() {
        var other = load
        other.seed = 12
        func draws(_ load: AppendLoad, _ writer: Int) -> [Int] {
            var plan = WriterPlan(load: load, writer: writer)
            return (0..<100).map { _ in plan.next().stream - load.streams(of: writer).lowerBound }
        }
        #expect(draws(load, 0) != draws(other, 0))
        #expect(draws(load, 0) != draws(load, 2))
    }

    @Test func `a writer draws all of its streams about equally often`() {
        var plan = WriterPlan(load: load, writer: 0)
        var counts: [Int: Int] = [:]
        for _ in 0..<4_000 { counts[plan.next().stream, default: 0] += 1 }
        #expect(counts.count == load.streams(of: 0).count)
        #expect(counts.values.allSatisfy { (800...1_200).contains($0) }, "\(counts)")
    }

    @Test func `each round appends to every stream once, in its own order`() {
        var load = load
        load.order = .rounds
        var plan = WriterPlan(load: load, writer: 1)
        let count = load.streams(of: 1).count
        let rounds = (0..<20).map { _ in (0..<count).map { _ in plan.next().stream } }
        #expect(rounds.allSatisfy { $0.sorted() == Array(load.streams(of: 1)) })
        #expect(Set(rounds).count > 5)
    }

    @Test func `a turn continues where the previous one ended`() async {
        let target = RecordingTarget()
        let writers = ConcurrentLoad(load, on: target)
        let watch = LoadWatch()
        let first = await writers.run(within: SliceBudget(seconds: nil, events: 60), watchedBy: watch)
        let second = await writers.run(within: SliceBudget(seconds: nil, events: 60))
        #expect(first.events == 60)
        #expect(second.events == 120)
        // The second turn has no watch.
        #expect(watch.sight.events == 60)
        #expect(Set(target.log.map(\.payload)).count == 120)
    }

    @Test func `a paced writer appends at the requested rate, with latencies from the due time`()
        async
    {
        let slice = await ConcurrentLoad(load, on: RecordingTarget()).pace(every: 2_000_000, seconds: 0.04)
        #expect(slice.records.map(\.acknowledgements.count) == [20, 0, 0, 0])
        #expect(slice.nanoseconds >= 38_000_000)
    }

    @Test func `the same seed runs the same events`() async {
        let budget = SliceBudget(seconds: nil, events: 60)
        func payloads() async -> Set<[UInt8]> {
            let target = RecordingTarget()
            _ = await ConcurrentLoad.run(load, within: budget, on: target)
            return Set(target.log.map(\.payload))
        }
        let first = await payloads()
        #expect(first.count == 60)
        #expect(await payloads() == first)
    }

    @Test func `a payload carries its mark and differs from all others`() {
        let templates = PayloadTemplates(seed: 3, payloadBytes: 33)
        let mark = EventMark(writer: 7, stream: 123_456, sequence: 1 << 40)
        let payload = templates.payload(of: mark)
        #expect(payload.count == 33)
        #expect(payload.mark == mark)
        #expect(payload.isPayload(of: mark, in: templates))
        #expect(templates.sum(of: mark) == payload.wordSum)
        #expect(PayloadTemplates(seed: 3, payloadBytes: 33).payload(of: mark) == payload)
        #expect(PayloadTemplates(seed: 4, payloadBytes: 33).payload(of: mark) != payload)
    }

    @Test func `large payloads have fewer templates, and at least one`() {
        #expect(PayloadTemplates(seed: 1, payloadBytes: 1 << 20).count == 4)
        #expect(PayloadTemplates(seed: 1, payloadBytes: 5 << 20).count == 1)
    }

    @Test func `a stream's number is read from its name, and from no other name`() {
        func number(_ name: String) -> Int? {
            let bytes = [UInt8](name.utf8)
            return AppendLoad.streamNumber(bytes.span.bytes)
        }
        #expect(AppendLoad.streamName(4_711).text == "load-00004711")
        #expect(number("load-00004711") == 4_711)
        #expect(number("load-0000471x") == nil)
        #expect(number("item-00004711") == nil)
        #expect(number("load-004711") == nil)
    }

    @Test func `a budget of events is divided into whole appends`() {
        let budget = SliceBudget(seconds: nil, events: 25)
        #expect(budget.appends(of: load, writers: 4) == 3)
        #expect(SliceBudget(seconds: 1, events: nil).appends(of: load, writers: 4) == .max)
    }

    @Test func `time ends a slice as well as events`() async {
        let slice = await ConcurrentLoad.run(
            load, within: SliceBudget(seconds: 0.02, events: nil), on: RecordingTarget())
        #expect(slice.nanoseconds >= 20_000_000)
        #expect(slice.records.count == 4)
    }

    @Test func `a writer keeps a latency for every answer, and stops at a failure`() async {
        let slice = await ConcurrentLoad.run(
            load, within: SliceBudget(seconds: nil, events: 600), on: RecordingTarget(failingAfter: 10))
        #expect(slice.events == 30)
        #expect(slice.records.allSatisfy { $0.latencies.count == $0.acknowledgements.count })
        #expect(slice.records.allSatisfy { $0.failure?.contains("the disk is gone") == true })
        #expect(slice.records.allSatisfy { $0.eventsInFlight == 3 })
    }
}
