import Foundation
import Nacre
import TestTraits
import Testing

@testable import NacreInspector

@Suite(.fewAtOnce, .timeLimit(.minutes(10))) struct AskingWhyTests {
    private static func positions(_ printed: [[String: Any]]) -> [String] {
        printed.compactMap { row in (row["event"] as? [String: Any])?["position"].map { "\($0)" } }
    }

    @Test func `the events that made an append fail are those that the command prints`() async throws {
        try await InspectedStore.withHistory { store in
            let stream = try await store.store.event(at: 900).stream.text
            let version = try await store.store.version(of: StreamName(stream))
            let program = InspectedStore.program.path
            let refused = try await Shell.output(
                of: "\(program) append \(stream) T --data 1 --expect \(version - 20) --store \(store.path) 2>&1")
            let token = try #require(refused.firstMatch(of: /nacre why ([-\w]+)/)?.1)
            let page = try await store.answered("/ask/why?refusal=\(token)")
            #expect(page.status == 200, "\(page.text)")
            let expected = Self.positions(try await page.printed())
            #expect(expected.count == 20)
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
}
