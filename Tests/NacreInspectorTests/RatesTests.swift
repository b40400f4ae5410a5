import Nacre
import NacreLMDB
import NacreRuntime
import NacreTool
import TestFolders
import TestTraits
import Testing

@testable import NacreInspector

/// How fast a store grows, as its health view shows it.
@Suite(.fewAtOnce, .timeLimit(.minutes(10))) struct RatesTests {
    private static let start = ContinuousClock.now

    private func look(after seconds: Double, head: Position, projection: Position? = nil) -> HealthLook {
        HealthLook(
            time: Self.start + .seconds(seconds), head: head, indexed: head / 2,
            followers: projection.map { [.projection("p"): $0] } ?? [:], files: ["log.mdb": Int(head) * 100])
    }

    private func rates(_ looks: HealthLooks, _ look: HealthLook) async -> HealthRates {
        HealthRates(look, since: await looks.remember(look))
    }

    @Test func `rates are those between a look and an earlier one`() async {
        let looks = HealthLooks()
        let first = await rates(looks, look(after: 0, head: 100, projection: 100))
        #expect(first.interval == nil && first.appended == nil && first.growth(of: "log.mdb") == nil)
        #expect(first.rate(of: .projection("p")) == nil)
        let second = await rates(looks, look(after: 8, head: 220, projection: 112))
        #expect(second.interval == "8 s")
        #expect(second.appended == "15")
        #expect(second.indexed == "7.5")
        #expect(second.rate(of: .projection("p")) == "1.5")
        #expect(second.rate(of: .process("p")) == nil)
        #expect(second.growth(of: "log.mdb") == 12_000)
        #expect(second.growth(of: "other") == nil)
    }

    @Test func `a read model that is built again has no rate, and one that rests has the rate 0`() async {
        let looks = HealthLooks()
        _ = await rates(looks, look(after: 0, head: 10, projection: 10))
        let later = await rates(looks, look(after: 2, head: 10, projection: 4))
        #expect(later.rate(of: .projection("p")) == nil)
        #expect(later.appended == "0")
        _ = await rates(looks, look(after: 4, head: 10))
        #expect(await rates(looks, look(after: 50, head: 11)).appended == "< 0.1")
    }

    @Test func `looks that follow at once are compared with the oldest one of a minute`() async {
        let looks = HealthLooks()
        _ = await rates(looks, look(after: 0, head: 0))
        #expect(await rates(looks, look(after: 0.5, head: 50)).interval == nil)
        #expect(await rates(looks, look(after: 1, head: 100)).appended == "100")
        #expect(await rates(looks, look(after: 59, head: 590)).appended == "10")
        // The first look is too old now, the second one is not.
        #expect(await rates(looks, look(after: 61, head: 700)).interval == "1 min")
        // None is of the last minute.
        #expect(await rates(looks, look(after: 1_061, head: 1_700)).appended == "1")
    }

    @Test func `the page says what has grown since the look before, and what this process has measured`() async throws {
        let folder = try TemporaryFolder()
        let runtime = try await Runtime.open(.lmdb(at: folder.path("s.store"))) {}
        for figures in [[], [InspectorFigure("Syncs", "12 <b>")]] {
            let inspector = try Inspector(
                runtime, storeAt: folder.path("s.store"), tool: "shop", figures: { figures })
            let first = Page(await inspector.answer(InspectorRequest(target: "/health")))
            #expect(first.text.contains("measured between two looks"))
            #expect(first.text.contains(figures.isEmpty ? "has appended nothing yet" : "12 <b>"))
            #expect(!first.text.contains("not known here"))
            try await runtime.store.append((1...40).map { _ in EventData(type: "T", data: []) }, to: "s-1")
            try await Task.sleep(for: .milliseconds(1_100))
            let second = Page(await inspector.answer(InspectorRequest(target: "/health")))
            #expect(second.text.firstMatch(of: /Appended[\d.]+ events per second in \d+ s/) != nil)
            #expect(!second.text.contains("measured between two looks"))
        }
        await runtime.close()
    }
}
