import Nacre
import Testing

@testable import NacreBenchmarks
@testable import NacreLoad
@testable import NacreVerification

@Suite struct OpenLoadTests {
    private let load = AppendLoad(writers: 8, eventsPerAppend: 1, streams: 40, payloadBytes: 32, seed: 3)

    @Test(.timeLimit(.minutes(10)))
    func `due appends are made, and none early`() async {
        let budget = SliceBudget(seconds: 0.3, arrivals: Arrivals(rate: 1_000, spacing: .fixed))
        let target = RecordingTarget()
        let slice = await ConcurrentLoad.run(load, within: budget, on: target)
        let offered = slice.offered
        #expect(offered?.appends == 299)
        #expect(slice.events + (offered?.waitsInVain().count ?? 0) == 299)
        #expect(target.log.count == slice.events)
        let answers = slice.records.flatMap(\.moments).sorted()
        for (number, moment) in answers.enumerated() {
            #expect(moment >= slice.start + UInt64(number + 1) * 1_000_000)
        }
    }

    @Test(.timeLimit(.minutes(10)))
    func `a stalled store is offered no less, and every latency includes the wait`() async {
        struct Stalling: AppendTarget {
            let target = RecordingTarget()
            func append(_ commit: Commit) async throws -> AppendResult {
                try await Task.sleep(for: .milliseconds(100))
                return try await target.append(commit)
            }
            func head() async throws -> Position { try await target.head() }
        }
        let budget = SliceBudget(seconds: 0.3, arrivals: Arrivals(rate: 1_000, spacing: .fixed), isObserved: true)
        let slice = await ConcurrentLoad.run(load, within: budget, on: Stalling())
        let counted = slice.answers(behind: 0)
        #expect(slice.offered?.appends == 299)
        // Eight writers get at most three answers each: all other appends are never answered, and count.
        #expect(slice.events <= 32)
        #expect(counted.latencies.count == 299)
        #expect(slice.offered?.greatestBacklog ?? 0 > 200)
        #expect(counted.latencies.max() ?? 0 >= 200_000_000)
        #expect(slice.use?.resources.processorNanoseconds ?? 0 > 0)
    }

    @Test(.timeLimit(.minutes(10)))
    func `an open loop may end with its events, before its seconds`() async throws {
        let budget = SliceBudget(seconds: 600, events: 20, arrivals: Arrivals(rate: 1_000, spacing: .fixed))
        let slice = await ConcurrentLoad.run(load, within: budget, on: RecordingTarget())
        #expect(slice.events == 20)
        #expect(slice.offered?.appends == 20)
        #expect(slice.nanoseconds < 600_000_000_000)
        // 20 in 20 ms, not in the 600 s that were allowed.
        let rate = try #require(slice.offered?.perSecond(from: slice.start))
        #expect((999...1_001).contains(rate))
    }

    @Test func `an open loop in which nothing falls due ends without an append`() async {
        let budget = SliceBudget(seconds: 0.5, arrivals: Arrivals(rate: 1, spacing: .fixed))
        let slice = await ConcurrentLoad.run(load, within: budget, on: RecordingTarget())
        #expect(slice.offered?.appends == 0)
        #expect(slice.events == 0 && slice.records.count == load.writers)
        #expect(slice.answers(behind: 0).eventsPerSecond == 0)
    }

    @Test func `a call without due appends reports that`() async throws {
        try await withTemporaryFolder { folder in
            let engine = EngineName.memory.engine(.full, mapSize: smallMap)
            let workload = AppendWorkload(
                contenders: [Contender(engine: engine, rule: .whatWaits)], load: load,
                budget: SliceBudget(seconds: 0.5, arrivals: Arrivals(rate: 1, spacing: .fixed)), runs: 1)
            let error = await #expect(throws: HarnessError.self) {
                try await workload.run(
                    in: Workspace(below: folder),
                    audit: SliceAudit(secondReader: LMDBCeilingEngine(durability: .full, mapSize: smallMap)),
                    progress: Progress(isShown: false))
            }
            #expect(error?.message.contains("at 1.00 appends a second no append is due within 0.50 s") == true)
        }
    }

    @Test func `the backlog is the maximum of due and unanswered appends`() {
        let offered = OfferedLoad(dues: [1, 2, 3, 10, 11], left: [10, 11], end: 20, answers: [9, 2, 5])
        #expect(offered.greatestBacklog == 2)
        #expect(offered.waitsInVain() == [10, 9])
        #expect(offered.appends == 5)
    }

    @Test func `the offered rate excludes the warm-up, as the answered rate does`() {
        let offered = OfferedLoad(dues: [100, 200, 300, 400, 450], left: [], end: 500, answers: [])
        #expect(offered.perSecond(from: 0) == 5 / 500e-9)
        #expect(offered.perSecond(from: 300) == 3 / 200e-9)
        #expect(offered.perSecond(from: 500) == nil)
        let short = OfferedLoad(dues: [100, 200], left: [], end: 500, answers: [], until: 200)
        #expect(short.perSecond(from: 0) == 2 / 200e-9)
    }

    @Test func `a warm-up counts neither in the rate nor in the latencies`() {
        var record = WriterRecord(eventsPerAcknowledgement: 2)
        record.acknowledgements = (0..<4).map { .init(firstPosition: UInt64(2 * $0 + 1), place: nil) }
        record.latencies = [50, 40, 30, 20]
        record.moments = [1_100, 1_200, 1_300, 2_000]
        let slice = AppendSlice(start: 1_000, nanoseconds: 1_000, records: [record])
        let counted = slice.answers(behind: 250)
        #expect(counted.latencies == [30, 20])
        #expect(counted.eventsOfWriters == [4])
        #expect(counted.eventsPerSecond == 4 / 750e-9)
        #expect(counted.appendsPerSecond == 2 / 750e-9)
        #expect(slice.answers(behind: 0).latencies == [50, 40, 30, 20])
    }

    @Test func `in an open loop, appends due in the warm-up do not count`() {
        var record = WriterRecord(eventsPerAcknowledgement: 1)
        record.acknowledgements = (0..<3).map { .init(firstPosition: UInt64($0 + 1), place: nil) }
        record.latencies = [600, 450, 100]
        record.moments = [1_700, 1_700, 1_700]
        var slice = AppendSlice(start: 1_000, nanoseconds: 1_000, records: [record])
        slice.offered = OfferedLoad(
            dues: [1_100, 1_200, 1_250, 1_300, 1_600], left: [1_200, 1_300], end: 2_000, answers: record.moments)
        let counted = slice.answers(behind: 250)
        #expect(counted.latencies == [450, 100, 700])
        #expect(counted.eventsOfWriters == [2])
        #expect(slice.answers(behind: 0).latencies == [600, 450, 100, 800, 700])
    }
}
