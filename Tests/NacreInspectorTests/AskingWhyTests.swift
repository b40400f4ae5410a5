import Foundation
import Nacre
import TestTraits
import Testing

@testable import NacreCLI
@testable import NacreInspector

@Suite(.fewAtOnce, .timeLimit(.minutes(10))) struct AskingWhyTests {
    private static func positions(_ printed: [[String: Any]]) -> [String] {
        printed.compactMap { row in (row["event"] as? [String: Any])?["position"].map { "\($0)" } }
    }

    @Test func `the events that made an append fail are those that the command prints`() async throws {
        try await InspectedStore.withHistory { store in
            let stream = try await store.store.event(at: 900).stream.text
            let program = InspectedStore.program.path
            let refused = try await Shell.output(
                of: "\(program) append \(stream) T --data 1 --expect none --store \(store.path) 2>&1")
            let token = try #require(refused.firstMatch(of: /nacre why ([-\w]+)/)?.1)
            let page = try await store.answered("/ask/why?refusal=\(token)")
            #expect(page.status == 200, "\(page.text)")
            let expected = Self.positions(try await page.printed())
            #expect(expected.count > 1)
            #expect(page.cells.map { $0[1] } == expected)
            #expect(page.cells.allSatisfy { $0[0] == "1" })
            #expect(page.text.contains("Rule 1: expected \(stream) "))
            // A part of a token is none.
            let part = await store.page("/ask/why?refusal=\(token.dropLast(3))")
            #expect(part.status == 400)
            #expect(part.faults.contains("is not a token of a refused append"))
        }
    }

    @Test func `a token of another store is none of this one`() async throws {
        var token = ""
        try await InspectedStore.with([("s-1", EventData(type: "T", data: []))]) { store in
            let refused = try await Shell.output(
                of: "\(InspectedStore.program.path) append s-1 T --data 1 --expect none --store \(store.path) 2>&1")
            token = String(try #require(refused.firstMatch(of: /nacre why ([-\w]+)/)?.1))
        }
        try await InspectedStore.with([("s-1", EventData(type: "T", data: []))]) { store in
            let page = await store.page("/ask/why?refusal=\(token)")
            #expect(page.status == 400)
            #expect(page.faults.contains("the token is of the store"))
        }
    }

    @Test func `the events that the rules refuse are those that the command prints`() async throws {
        try await InspectedStore.withHistory(features: NacreProgram.features) { store in
            // Recorded, although no rule allows it.
            _ = try await Shell.output(
                of: "\(InspectedStore.program.path) append item-4a0712f3-6b1c-4f0e-9d5a-2f6f0d1b7c11 ItemCompleted "
                    + "--data '{}' --store \(store.path) 2>&1")
            #expect(try await store.store.head() == 1793)
            let form = await store.page("/ask/rules")
            #expect(form.html.contains(#"<button name="asked" value="1">"#))
            let page = try await store.answered("/ask/rules?asked=1")
            #expect(page.status == 200)
            let printed = try await page.printed()
            let refused = printed.filter { $0["judgement"] as? String == "refused" }.map { "\($0["position"] ?? "")" }
            #expect(refused.contains("1793"))
            #expect(page.cells.filter { $0[0] != "-" }.map { $0[0] } == refused)
            #expect(page.cells.count == printed.count)
            #expect(page.text.contains(": the rules refuse \(refused.count)"))
        }
    }
}
