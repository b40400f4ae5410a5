import DomainKit
import Foundation
import Nacre
import NacreLMDB
import NacreRuntime
import TestFolders
import TestTraits
import Testing

@testable import NacreInspector

@Suite(.fewAtOnce, .timeLimit(.minutes(10))) struct HealthTests {
    /// The text of each row of the tables, with single spaces.
    private func rows(_ page: Page) -> [String] {
        page.html.matches(of: /(?s)<tr(?: class="halted")?>\n<td>(.*?)<\/tr>/).map { match in
            String(match.1).replacing(/<[^>]*>/, with: " ").replacing("&quot;", with: "\"")
                .replacing("&lt;", with: "<").replacing("&gt;", with: ">").replacing("&amp;", with: "&")
                .split(whereSeparator: \.isWhitespace).joined(separator: " ")
        }
    }

    @Test func `read models of another program are shown as the command lists them, with the sizes of files`()
        async throws
    {
        try await InspectedStore.withHistory { store in
            let page = await store.page("/health")
            #expect(page.status == 200)
            let json = try await InspectedStore.nacre(
                "projections", "list", "--format", "json", "--store", store.path)
            let listed = try #require(try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [[String: Any]])
            let names = listed.compactMap { $0["name"] as? String }
            #expect(names.contains("items"))
            // The store is opened without any feature: the read models that exist are foreign.
            let items = try #require(rows(page).first { $0.hasPrefix("items ") })
            let position = try #require(listed.first { $0["name"] as? String == "items" }?["position"] as? Int)
            #expect(items == "items foreign \(position) – – nacre has no projection of this name")
            #expect(page.text.contains("No projection and no process manager is halted."))
            for file in ["log.mdb", "index.mdb", "views.mdb"] { #expect(page.text.contains(file)) }
            #expect(page.text.contains("1792 in"))
            #expect(page.text.contains("measured between two looks"))
            #expect(page.text.contains("measured by the process that appends, and are not known here"))
        }
    }

    @Test func `a halted projection is said with its reason and what can be done`() async throws {
        let folder = try TemporaryFolder()
        let runtime = try await Runtime.open(.lmdb(at: folder.path("s.store"))) { Halting() }
        for _ in 1...5 { try await runtime.store.append([EventData(type: "T", data: [])], to: "s-1") }
        #expect(try await runtime.catchUp().count == 1)
        let inspector = try Inspector(runtime, storeAt: folder.path("s.store"), tool: "shop")
        let page = Page(await inspector.answer(InspectorRequest(target: "/health")))
        #expect(page.text.contains("halting is halted."))
        let row = try #require(rows(page).first)
        #expect(row.hasPrefix("halting halted 2 3 – before position 3 since "))
        #expect(row.contains("<no> & no"))
        #expect(row.contains("shop projections retry halting"))
        #expect(page.html.contains(#"<tr class="halted">"#))
        let event = Page(await inspector.answer(InspectorRequest(target: "/events/3")))
        #expect(event.text.contains("halting is halted at this event: before position 3"))
        #expect(!Page(await inspector.answer(InspectorRequest(target: "/events/2"))).text.contains("is halted"))
        let log = Page(await inspector.answer(InspectorRequest(target: "/log")))
        #expect(log.text.contains("halting is halted."))
        #expect(log.link("The event") == "/events/3")
        let timeline = Page(await inspector.answer(InspectorRequest(target: "/timeline")))
        #expect(timeline.html.matches(of: /class="flag"/).count == 1)
        #expect(timeline.link("halting is halted before position 3") == "/events/3")
        await runtime.close()
    }
}

/// Cannot apply the third event.
private struct Halting: Projection {
    struct Refusal: Error, CustomStringConvertible {
        var description: String { "<no> & no" }
    }

    let name = "halting"
    let schemaVersion = 1
    let query = Query.all
    let tables = [TableDefinition(0)]

    func apply(_ event: EventView, to model: any ReadModelWriter) throws {
        if event.position == 3 { throw Refusal() }
    }

    func describe(key: [UInt8], value: [UInt8], in table: UInt8) -> String { "" }
}
