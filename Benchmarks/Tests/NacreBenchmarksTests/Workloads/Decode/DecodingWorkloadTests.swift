import Foundation
import ItemsDomain
import Nacre
import NacreLMDB
import Testing

@testable import NacreBenchmarks
@testable import NacreLoad
@testable import NacreVerification

@Suite struct DecodingWorkloadTests {
    private let history = ItemHistory(events: 90, streams: 16, payloadBytes: 64, seed: 3)

    private var workload: DecodingWorkload {
        DecodingWorkload(
            engine: NacreEngine(durability: .unsynced, mapSize: smallMap), history: history,
            mapSize: smallMap, slicing: Slicing(runs: 2, seconds: 0.01))
    }

    @Test func `every way decodes every event as written, and the ways are compared`() async throws {
        try await withTemporaryFolder { folder in
            let results = try await workload.run(
                in: Workspace(below: folder), progress: Progress(isShown: false))
            #expect(
                results.map(\.contender.label) == [
                    "nacre, codec", "nacre, codec by hand", "nacre, Codable", "nacre, JSONDecoder",
                ])
            for result in results {
                #expect(result.audit.passed, "\(result.audit)")
                #expect(result.audits.count == 4)
                #expect(result.eventsPerSecond.count == 2)
            }
            let ratios = RatioReport.compare(results)
            #expect(Set(ratios.map(\.numerator)) == ["nacre, codec"])
            #expect(ratios.map(\.denominator) == ["nacre, codec by hand", "nacre, Codable", "nacre, JSONDecoder"])
            #expect(ratios[0].ratio?.samples.count == 2)
        }
    }

    @Test func `every way decodes from a cold log`() async throws {
        try await withTemporaryFolder { folder in
            var workload = workload
            workload.coldRuns = 2
            let results = try await workload.run(
                in: Workspace(below: folder), progress: Progress(isShown: false))
            for result in results {
                #expect(result.audit.passed, "\(result.audit)")
                // One audit more for each cold turn; cold rates are not among the warm ones.
                #expect(result.audits.count == 6)
                #expect(result.eventsPerSecond.count == 2)
                let figure = try #require(result.figures.first { $0.name == "cold, page cache dropped" })
                #expect(figure.rounds?.count == 2)
            }
        }
    }

    @Test func `a way that decodes one event wrongly, or leaves one out, fails its audit`() async throws {
        try await withTemporaryFolder { folder in
            let store = try await LMDBEventStore.open(
                at: folder.path, options: .init(durability: .unsynced, mapSize: smallMap))
            try await workload.fill(store)
            let decode = ItemDecoding.codec.decoder()
            let sound = try history.audit(store, decodedBy: decode)
            let wrong = try history.audit(store) { $0.position == 17 ? .deleted : try decode($0) }
            let missing = try history.audit(store) { $0.position == 90 ? nil : try decode($0) }
            await store.close()
            #expect(sound.passed, "\(sound)")
            #expect(!wrong.passed)
            #expect(wrong.checks[0].detail?.contains("position 17") == true)
            #expect(!missing.passed)
        }
    }

    @Test func `a history has every kind of event, names of the requested size, escapes and text beyond ASCII`() {
        let events = (0..<history.events).map(history.event)
        #expect(events[80] == .renamed(name: events[80].name ?? ""))
        #expect(events[32] == .completed)
        #expect(events[48] == .reopened)
        #expect((events[0].name?.utf8.count ?? 0) + 11 == 64)
        #expect(events[7].name?.contains("\"") == true)
        #expect(events[7].name?.contains("Ü") == true)
        #expect(Set((0..<90).map(history.stream)).count == 16)
    }
}

extension ItemEvent {
    /// The name in the event, if it has one.
    fileprivate var name: String? {
        switch self {
        case .created(let name, _), .renamed(let name): name
        case .completed, .reopened, .deleted, .restored, .erased: nil
        }
    }
}
