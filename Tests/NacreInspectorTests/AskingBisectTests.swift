import Nacre
import TestTraits
import Testing

@testable import NacreCLI
@testable import NacreInspector

@Suite(.fewAtOnce, .timeLimit(.minutes(10))) struct AskingBisectTests {
    private static func target(_ condition: String, _ rest: String = "") -> String {
        "/ask/bisect?when=\(PercentCoding.encode(condition))\(rest)"
    }

    @Test func `the positions at which a condition changes are those that the command prints`() async throws {
        try await InspectedStore.withHistory(features: NacreProgram.features) { store in
            let stream = PercentCoding.encode(try await store.store.event(at: 900).stream.text)
            for target in [
                Self.target("count(items) > 20"), Self.target("count(items) > 20", "&all=true"),
                Self.target("count(items) > 20", "&after=100&until=1700&all=true"),
                Self.target("name", "&stream=\(stream)&all=true"),
            ] {
                let page = try await store.answered(target)
                #expect(page.status == 200, "\(target)")
                let printed = try await page.printed()
                #expect(!printed.isEmpty, "\(target)")
                let expected = printed.map { row in
                    ["\(row["position"] ?? "")", row["holds"] as? Bool == true ? "yes" : "no"]
                }
                #expect(page.cells.map { Array($0.prefix(2)) } == expected, "\(target)")
                let events = page.html.matches(of: /<a href="\/events\/(\d+)">\1<\/a>/).map { String($0.1) }
                #expect(events == expected.map { $0[0] }.filter { $0 != "0" }, "\(target)")
            }
        }
    }

    @Test func `what the command says beside its list is said above the rows`() async throws {
        try await InspectedStore.withHistory(features: NacreProgram.features) { store in
            for (condition, note) in [
                ("count(items) >= 0", "the condition holds already at position 0"),
                ("count(items) > 100000", "the condition never holds up to position 1792"),
                (#"items["none"]"#, #"projection items has had no row "none" up to position 1792"#),
            ] {
                let page = try await store.answered(Self.target(condition))
                #expect(page.text.contains(note), "\(condition): \(page.text)")
            }
        }
    }

    @Test func `a field that only the work finds to be missing is said with the answer`() async throws {
        try await InspectedStore.withHistory(features: NacreProgram.features) { store in
            let stream = try await store.store.event(at: 900).stream
            let page = try await store.answered(Self.target("nam = 1", "&stream=\(PercentCoding.encode(stream.text))"))
            #expect(page.status == 400)
            #expect(page.text.contains(#"there is no field "nam", only "#))
            #expect(page.html.contains(#"<p class="note problem" role="alert">"#))
        }
    }
}
