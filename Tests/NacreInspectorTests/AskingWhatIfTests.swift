import Nacre
import TestTraits
import Testing

@testable import NacreCLI
@testable import NacreInspector

@Suite(.fewAtOnce, .timeLimit(.minutes(10))) struct AskingWhatIfTests {
    /// What a finding is, and what it is about, as a page and as the command says it.
    private static func findings(_ page: Page) -> [String] {
        page.cells.map { cells in "\(cells[0]) \(cells[1] == "-" ? cells[3] : cells[1])" }
    }

    private static func findings(_ printed: [[String: Any]]) -> [String] {
        printed.map { row in
            let finding = row["finding"] as? String ?? ""
            let subject = row["position"].map { "\($0)" } ?? row["name"] as? String ?? row["type"] as? String ?? "-"
            return "\(finding == "notJudged" ? "not judged" : finding) \(subject)"
        }
    }

    /// The positions of the first events of a type.
    private static func positions(_ type: EventType, in store: InspectedStore) async throws -> [Position] {
        var positions: [Position] = []
        let query = Query([.init(types: [type])])
        for try await event in store.store.readLog(matching: query) { positions.append(event.position) }
        return positions
    }

    @Test func `the findings of each kind of edit are those that the command prints`() async throws {
        try await InspectedStore.withHistory(features: NacreProgram.features) { store in
            let created = try await Self.positions("ItemCreated", in: store)
            let json = PercentCoding.encode(#"{"name":"other.txt"}"#)
            for query in [
                "without=\(created[3])", "without-type=ItemRenamed&projection=items",
                "replace=\(created[5])&data=\(json)", "move=\(created[2] + 1)&move-after=0",
                "without=\(created[3])..\(created[3])&replace=\(created[5])&data=\(json)"
                    + "&replace=\(created[6])&data=\(json)",
            ] {
                let page = try await store.answered("/ask/what-if?\(query)")
                #expect(page.status == 200, "\(query): \(page.text)")
                let expected = Self.findings(try await page.printed())
                #expect(Self.findings(page) == expected, "\(query)")
                #expect(!expected.isEmpty, "\(query)")
            }
        }
    }

    @Test func `the edits are repeated, and near names and the summary are said`() async throws {
        try await InspectedStore.withHistory(features: NacreProgram.features) { store in
            let created = try await Self.positions("ItemCreated", in: store)[3]
            let page = try await store.answered("/ask/what-if?without=\(created)&without-type=ItemCreatd")
            let stream = try await store.store.event(at: created).stream.text
            for note in [
                "without \(created), ItemCreated of \(stream)", #"without all events of type "ItemCreatd""#,
                #"no event has the type "ItemCreatd"; did you mean "ItemCreated"?"#,
                "of the edited streams: the rules refuse",
            ] {
                #expect(page.text.contains(note), "\(note)")
            }
        }
    }

    @Test func `an inserted event has a position after the head, which leads nowhere`() async throws {
        try await InspectedStore.withHistory(features: NacreProgram.features) { store in
            let head = try await store.store.head()
            let page = try await store.answered(
                "/ask/what-if?insert-after=\(head)&insert-stream=item-4a0712f3-6b1c-4f0e-9d5a-2f6f0d1b7c11"
                    + "&insert-type=ItemCompleted&insert-json=%7B%7D")
            #expect(Self.findings(page).contains("refused \(head + 1)"), "\(page.text)")
            #expect(Self.findings(page) == Self.findings(try await page.printed()))
            #expect(!page.html.contains("/events/\(head + 1)"))
            #expect(try await store.store.head() == head)
        }
    }
}
