import Testing

@testable import NacreBenchmarks
@testable import NacreLoad
@testable import NacreVerification

@Suite struct ContenderTests {
    private let lmdb = LMDBCeilingEngine(durability: .full, mapSize: smallMap)
    private let sqlite = SQLiteEngine(durability: .full, cache: .default, isGrouping: false)
    private let group = SQLiteEngine(durability: .full, cache: .default, isGrouping: true)
    private let nacre = NacreEngine(durability: .full, mapSize: smallMap)
    private let load = AppendLoad(writers: 256, eventsPerAppend: 2, streams: 256, payloadBytes: 64, seed: 2)

    private func rules(_ engines: [any BenchmarkEngine], ceilingEvents: Int? = nil) -> [Contender.CommitRule] {
        Contender.contenders(engines, load: load, ceilingEvents: ceilingEvents).map(\.rule)
    }

    private func audit(passed: Bool) -> AuditReport {
        var report = AuditReport(checks: [])
        report.add("every acknowledged event is in the log", passed: passed, detail: "one is not")
        return report
    }

    @Test func `without other engines, the ceiling commits one append of every writer`() {
        #expect(rules([lmdb]) == [.fixed(512)])
    }

    @Test func `beside an engine, the ceiling runs at that engine's commit size and at one append of every writer`() {
        #expect(rules([lmdb, nacre]) == [.whatWaits, .sameAs(0), .fixed(512)])
        #expect(rules([nacre, lmdb], ceilingEvents: 64) == [.whatWaits, .fixed(64)])
    }

    @Test func `each ceiling runs at both commit sizes, and neither is what the others are compared with`() {
        let engines: [any BenchmarkEngine] = [JournalCeilingEngine(durability: .full), lmdb, nacre]
        #expect(rules(engines) == [.whatWaits, .sameAs(0), .fixed(512), .sameAs(0), .fixed(512)])
        let results = Contender.contenders(engines, load: load, ceilingEvents: 64).map(ContenderResult.init)
        let ratios = RatioReport.compare(results)
        #expect(ratios.map(\.numerator) == ["nacre", "nacre"])
        #expect(ratios.map(\.denominator) == ["journal at 64 a commit", "lmdb at 64 a commit"])
    }

    @Test func `with one writer, the ceiling runs once`() {
        var load = load
        load.writers = 1
        let rules = Contender.contenders([nacre, lmdb], load: load, ceilingEvents: nil).map(\.rule)
        #expect(rules == [.whatWaits, .sameAs(0)])
    }

    @Test func `every engine is compared with the ceiling`() {
        let results = Contender.contenders([lmdb, nacre], load: load, ceilingEvents: nil).map(ContenderResult.init)
        let ratios = RatioReport.compare(results)
        #expect(ratios.map(\.numerator) == ["nacre", "nacre"])
        #expect(ratios.map(\.denominator) == ["lmdb at the same a commit", "lmdb at 512 a commit"])
    }

    @Test func `the ceiling commits the given number of events`() {
        #expect(rules([lmdb], ceilingEvents: 1_000) == [.fixed(1_000)])
    }

    @Test func `beside several engines, the ceiling runs at Nacre's commit size`() {
        #expect(rules([sqlite, nacre, lmdb]) == [.whatWaits, .whatWaits, .sameAs(1), .fixed(512)])
        #expect(rules([sqlite, lmdb]) == [.whatWaits, .sameAs(0), .fixed(512)])
    }

    @Test func `Nacre is compared with every other engine, whatever their order`() {
        let results = Contender.contenders([sqlite, group, lmdb, nacre], load: load, ceilingEvents: 64)
            .map(ContenderResult.init)
        let ratios = RatioReport.compare(results)
        #expect(ratios.map(\.numerator) == ["nacre", "nacre", "nacre"])
        #expect(ratios.map(\.denominator) == ["sqlite", "sqlite-group", "lmdb at 64 a commit"])
    }

    @Test func `without Nacre the first engine that is not the ceiling is compared with the others`() {
        let results = Contender.contenders([lmdb, sqlite, group], load: load, ceilingEvents: 64)
            .map(ContenderResult.init)
        let ratios = RatioReport.compare(results)
        #expect(ratios.map(\.numerator) == ["sqlite", "sqlite"])
        #expect(ratios.map(\.denominator) == ["sqlite-group", "lmdb at 64 a commit"])
    }

    @Test func `conditions are compared with the rate without tags and conditions, and with tags alone`() {
        let engine = NacreEngine(durability: .full, mapSize: smallMap)
        let load = AppendLoad(writers: 4, eventsPerAppend: 1, streams: 20, payloadBytes: 64, seed: 2)
        var results = Contender.conditionContenders(engine, load: load).map(ContenderResult.init)
        for (index, rates) in [[60.0, 70, 80], [100, 100, 100], [70, 70, 80]].enumerated() {
            results[index].eventsPerSecond = rates
            results[index].audits = [audit(passed: true)]
        }
        results[0].refusals = 3
        ContenderResult.noteConditionCosts(in: &results)
        #expect(
            results[0].figures == [
                Figure(name: "appends refused as expected", value: 3, unit: .count),
                Figure(name: "of the rate with neither, the reference", value: 0.7, unit: .ratio),
                Figure(name: "of the rate with tags alone", value: 1, unit: .ratio),
            ])
        #expect(results[1].figures.isEmpty)
    }

    @Test(arguments: [0, 1])
    func `a run with a failed audit has no ratio`(broken: Int) {
        let engine = NacreEngine(durability: .full, mapSize: smallMap)
        let load = AppendLoad(writers: 4, eventsPerAppend: 1, streams: 20, payloadBytes: 64, seed: 2)
        var results = Contender.conditionContenders(engine, load: load).map(ContenderResult.init)
        for index in results.indices {
            results[index].eventsPerSecond = [100]
            results[index].audits = [audit(passed: index != broken)]
        }
        ContenderResult.noteConditionCosts(in: &results)
        let ratios = results[0].figures.map(\.name).filter { $0.hasPrefix("of the rate") }
        #expect(ratios == (broken == 0 ? [] : ["of the rate with tags alone"]))
    }
}
