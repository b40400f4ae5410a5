import Foundation
import Nacre
import TestTraits
import Testing

@testable import NacreCLI
@testable import NacreInspector

@Suite(.fewAtOnce, .timeLimit(.minutes(10))) struct AskingRulesTests {
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
