import DomainKit
import Nacre
import TestTraits
import Testing

@testable import NacreInspector

@Suite(.fewAtOnce, .timeLimit(.minutes(10))) struct EventTests {
    private static func event(_ data: String, _ metadata: String = "", id: EventID = EventID.random()) -> EventData {
        EventData(id: id, type: "Changed", tags: ["t:1"], data: Array(data.utf8), metadata: Array(metadata.utf8))
    }

    @Test func `an event is shown with its neighbours, its commit, its cause and its consequences`() async throws {
        let first = EventID.random()
        try await InspectedStore.with([
            ("cart-1", Self.event(#"{"sum":1}"#, #"{"correlationId":"c 1","actor":"ada"}"#, id: first)),
            ("other-2", Self.event("{}", #"{"correlationId":"c 1","causationId":"\#(first)"}"#)),
            ("cart-1", Self.event(#"{"sum":2}"#, #"{"causationId":"\#(first)"}"#)),
        ]) { store in
            let page = await store.page("/events/1")
            for link in [
                "/log?stream=cart-1", "/log?category=cart", "/log?type=Changed", "/log?tag=t%3A1", "/log?actor=ada",
                "/log?correlation=c%201", "/trace?correlation=c%201", "/log?from=1&amp;to=1", "/events/2", "/events/3",
                "/trace/1",
            ] {
                #expect(page.html.contains(#"href="\#(link)""#), "\(link)")
            }
            #expect(page.text.contains("of the block that begins at position 1 holds"))
            #expect(page.text.contains("nacre show 1 --format json --store \(store.path)"))
            let consequence = await store.page("/events/3")
            #expect(consequence.text.contains("Cause1 Changed cart-1, version 1"))
            #expect(await store.page("/events/\(first)").fields["location"] == "/events/1")
        }
    }

    @Test func `what differs from the version before is said by path`() async throws {
        let before = #"{"name":"a","lines":[{"sku":"x"},2],"gone":null,"empty":{},"same":[1]}"#
        let after = #"{"name":"b","lines":[{"sku":"x"},2,3],"empty":[],"same":[1],"odd key":true}"#
        try await InspectedStore.with([("s-1", Self.event(before)), ("s-1", Self.event(after))]) { store in
            let page = await store.page("/events/2")
            for change in [
                #"changed data.name "a" "b""#, "added data.lines[2] 3", "removed data.gone null",
                "changed data.empty {} []", #"added data["odd key"] true"#,
            ] {
                #expect(page.text.contains(change), "\(change)")
            }
            #expect(page.text.contains("5 values differ."))
            #expect(await !store.page("/events/1").text.contains("differ"))
        }
    }

    @Test func `data that is no JSON is shown as text, and data that is no text as bytes`() async throws {
        let bytes = EventData(type: "Bytes", data: [0xFF, 0x00, 0x41, 0xC3])
        try await InspectedStore.with([("s-1", Self.event("a\u{1B}[2Jb")), ("s-1", bytes)]) { store in
            let text = await store.page("/events/1")
            #expect(text.text.contains("This is text, and not JSON."))
            #expect(text.text.contains(#"a\u{1B}[2Jb"#))
            let page = await store.page("/events/2")
            #expect(page.text.contains("ff 00 41 c3  ..A."))
            #expect(await store.page("/log").text.contains("4 bytes that are not text"))
        }
    }

    @Test func `an event that does not exist is said`() async throws {
        try await InspectedStore.with([("s-1", Self.event("{}"))]) { store in
            for (reference, status) in [("2", 400), ("0", 400), ("ffffffffffff", 404), ("%3Cb%3E", 400)] {
                let page = await store.page("/events/\(reference)")
                #expect(page.status == status, "\(reference)")
                #expect(!page.html.contains("<b>"))
            }
            #expect(await store.page("/nothing").status == 404)
            #expect(await store.inspector.answer(InspectorRequest(method: "POST", target: "/log")).status == 405)
        }
    }

    @Test func `a deep and a long document are shown in part, and harmlessly`() throws {
        let deep = String(repeating: "[", count: 500) + String(repeating: "]", count: 500)
        let tree = try JSONTree(Array(deep.utf8), root: "data")
        #expect(tree.rows.count == 1_000)
        #expect(!tree.isCut)
        let numbers = Array(repeating: "1", count: 10_000).joined(separator: ",")
        let long = try JSONTree(Array("[\(numbers)]".utf8), root: "data")
        #expect(long.isCut)
        #expect(long.rows.count == 4_001)
        #expect(long.rows.last?.content == .end)
        #expect(throws: JSONError.self) { try JSONTree(Array("{".utf8), root: "data") }
    }
}
