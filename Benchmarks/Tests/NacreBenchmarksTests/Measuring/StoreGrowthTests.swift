import Testing

@testable import NacreBenchmarks
@testable import NacreVerification

@Suite struct StoreGrowthTests {
    private func promises(log: [UInt64], index: [UInt64]) throws -> [Bool] {
        let samples = zip(log, index).enumerated().map {
            StoreGrowth.Sample(events: ($0 + 1) * 100, files: ["log.mdb": $1.0, "index.mdb": $1.1])
        }
        var report = AuditReport(checks: [])
        try #require(StoreGrowth(samples)).judge(in: &report)
        return report.checks.map(\.passed)
    }

    @Test func `files that grow in proportion to the events keep the promise`() throws {
        #expect(try promises(log: [1_000, 2_000, 3_000, 4_160], index: [10, 20, 30, 40]) == [true, true])
    }

    @Test func `a log with growing bytes per event breaks the promise`() throws {
        #expect(try promises(log: [1_000, 2_000, 3_000, 4_240], index: [10, 20, 30, 40]) == [false, true])
    }

    @Test func `an index that outgrows its log breaks the promise`() throws {
        #expect(try promises(log: [1_000, 2_000, 3_000, 4_000], index: [100, 200, 300, 900]) == [true, false])
    }

    @Test func `a single sample gives no growth`() {
        #expect(StoreGrowth([.init(events: 10, files: ["log.mdb": 1])]) == nil)
        #expect(StoreGrowth([]) == nil)
    }
}
