import CoreMetrics
import MetricsTestKit
import Nacre
import PeerMessages
import Testing

@testable import NacreLMDB

@Suite struct ProjectionMetricsTests {
    private let metrics = TestMetrics()
    private let dimensions = [("store", "shop"), ("projection", "counts")]
    private let store = InMemoryEventStore()
    private let models = InMemoryReadModelStore()

    private func runner(
        _ projection: any Projection = Counting(), events: Int = 2
    ) throws -> ProjectionRunner {
        let observer = try #require(ProjectionMetrics(metrics, store: "/tmp/shop"))
        return ProjectionRunner(
            projection: projection, store: store, models: models,
            // However slow the machine is.
            batchSize: .init(events: events, gathering: .seconds(3_600), duration: .seconds(3_600)),
            observer: observer)
    }

    private func append(_ count: Int) async throws {
        for _ in 0..<count { try await store.append([EventData(type: "T", data: [])], to: "s-1") }
    }

    private func lags(_ name: MetricName) throws -> [Double] {
        try metrics.expectGauge(name.rawValue, dimensions).values
    }

    @Test func `events are counted, transactions timed, and the lag goes down to nothing`() async throws {
        try await append(5)
        try await runner().catchUp()
        #expect(try metrics.expectCounter(MetricName.projectionEvents.rawValue, dimensions).totalValue == 5)
        #expect(try metrics.expectTimer(MetricName.projectionBatchTime.rawValue, dimensions).values.count == 3)
        #expect(try lags(.projectionLag) == [3, 1, 0])
    }

    @Test func `an update without events records a lag of 0`() async throws {
        try await append(2)
        try await runner().catchUp()
        try await runner().catchUp()
        #expect(try lags(.projectionLag) == [0, 0])
        #expect(try metrics.expectTimer(MetricName.projectionBatchTime.rawValue, dimensions).values.count == 1)
    }

    @Test func `a rebuild has a lag of its own`() async throws {
        try await append(4)
        try await runner().catchUp()
        try await runner().rebuild()
        #expect(try lags(.projectionLag) == [2, 0])
        #expect(try lags(.projectionRebuildLag) == [2, 0])
        #expect(try metrics.expectCounter(MetricName.projectionEvents.rawValue, dimensions).totalValue == 8)
    }

    @Test func `a halt is counted once`() async throws {
        struct Halting: Projection {
            struct Poisoned: Error {}
            let name = "counts"
            let schemaVersion = 1
            let query = Query.all
            let tables: [TableDefinition] = []
            func apply(_ event: EventView, to model: any ReadModelWriter) throws { throw Poisoned() }
            func describe(key: [UInt8], value: [UInt8], in table: UInt8) -> String { "" }
        }
        try await append(1)
        for _ in 0..<2 { await #expect(throws: EventStoreError.self) { try await runner(Halting()).catchUp() } }
        #expect(try metrics.expectCounter(MetricName.projectionHalts.rawValue, dimensions).totalValue == 1)
    }

    @Test func `every projection metric has its documented kind`() async throws {
        try await append(1)
        try await runner().catchUp()
        for name in MetricName.allCases where name.isOfProjections {
            switch name.kind {
            case .counter: _ = try metrics.expectCounter(name.rawValue, dimensions)
            case .gauge: #expect(try !metrics.expectRecorder(name.rawValue, dimensions).aggregate)
            case .recorder: Issue.record("there is none")
            case .timer: _ = try metrics.expectTimer(name.rawValue, dimensions)
            }
        }
    }

    @Test func `nothing is measured without a backend`() {
        #expect(ProjectionMetrics(NOOPMetricsHandler.instance, store: "/tmp/shop") == nil)
    }
}
