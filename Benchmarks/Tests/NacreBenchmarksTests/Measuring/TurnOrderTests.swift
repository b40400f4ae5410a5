import Testing

@testable import NacreBenchmarks
@testable import NacreLoad

@Suite struct TurnOrderTests {
    @Test func `the order is reversed in every other round`() {
        let rounds = (0..<4).map { TurnOrder.turns(of: 0..<3, inRound: $0) }
        #expect(rounds == [[0, 1, 2], [2, 1, 0], [0, 1, 2], [2, 1, 0]])
        #expect(TurnOrder.turns(of: [1, 4], inRound: 1) == [4, 1])
    }

    @Test func `a contender that follows another's commit size comes after it in every round`() {
        let load = AppendLoad(writers: 4, eventsPerAppend: 1, streams: 20, payloadBytes: 64, seed: 2)
        let engines: [any BenchmarkEngine] = [
            NacreEngine(durability: .full, mapSize: smallMap),
            SQLiteEngine(durability: .full, cache: .default, isGrouping: false),
            LMDBCeilingEngine(durability: .full, mapSize: smallMap),
        ]
        let workload = AppendWorkload(
            contenders: Contender.contenders(engines, load: load, ceilingEvents: nil), load: load,
            budget: SliceBudget(seconds: nil, events: 4), runs: 1)
        #expect(workload.contenders.map(\.rule) == [.whatWaits, .whatWaits, .sameAs(0), .fixed(4)])
        #expect(workload.turns(inRound: 0) == [0, 1, 3, 2])
        #expect(workload.turns(inRound: 1) == [3, 1, 0, 2])
    }
}
