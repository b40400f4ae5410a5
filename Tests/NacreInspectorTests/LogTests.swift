import Nacre
import TestTraits
import Testing

@testable import NacreInspector
@testable import NacreTool

@Suite(.fewAtOnce, .timeLimit(.minutes(10))) struct LogTests {
    /// A filter in an address, and the same as criteria.
    private static func filters() throws -> [(query: String, criteria: EventCriteria)] {
        [
            ("", EventCriteria()),
            ("type=ItemCreated", EventCriteria(item: .init(types: ["ItemCreated"]))),
            ("type=ItemCreated&type=ItemDeleted", EventCriteria(item: .init(types: ["ItemCreated", "ItemDeleted"]))),
            ("category=item", EventCriteria(item: .init(categories: ["item"]))),
            ("text=midl", EventCriteria(texts: [ByteSearch("midl")])),
            ("text=MIDL&ignore-case=true", EventCriteria(texts: [ByteSearch("MIDL", ignoringCase: true)])),
            ("where=data.name~mdb", EventCriteria(fields: [try FieldCondition(parsing: "data.name~mdb")])),
            (
                "from=100&to=700&type=FileModified",
                EventCriteria(item: .init(types: ["FileModified"]), after: 99, upTo: 700)
            ),
            (
                "since=2012-01-01&until=2013-06-30&by=time",
                EventCriteria(
                    since: try TimeBound(parsing: "2012-01-01").start, until: try TimeBound(parsing: "2013-06-30").end,
                    clock: .time)
            ),
        ]
    }

    /// The positions that a search finds, in the order of the log.
    private static func found(
        _ criteria: EventCriteria, in store: InspectedStore, _ extent: EventSearch.Extent = .all
    ) async throws -> [Position] {
        var found: [Position] = []
        let search = EventSearch(in: store.store, for: criteria)
        try await search.forEach(extent) { event in found.append(event.position) }
        return found
    }

    @Test func `a page shows the newest events that a search finds, with each filter`() async throws {
        try await InspectedStore.withHistory { store in
            for (query, criteria) in try Self.filters() {
                let expected = try await Self.found(criteria, in: store, .last(50))
                let page = await store.page("/log?\(query)")
                #expect(page.status == 200, "\(query)")
                #expect(page.positions == expected.reversed(), "\(query)")
                #expect(!expected.isEmpty, "\(query) selects nothing, and compares nothing")
            }
        }
    }

    @Test func `the context, the stream and the id of an event select it`() async throws {
        try await InspectedStore.withHistory { store in
            let event = try await store.store.event(at: 900)
            let name = PercentCoding.encode(event.stream.text)
            #expect(await store.page("/log?stream=\(name)&before=901").positions.first == 900)
            #expect(await store.page("/log?id=\(event.id)").positions == [900])
            #expect(await store.page("/log?id=\(event.id.description.prefix(13))").positions.contains(900))
            let actor = try #require(event.context.actor)
            let found = try await Self.found(EventCriteria(item: .init(actors: [actor])), in: store, .last(50))
            #expect(await store.page("/log?actor=\(PercentCoding.encode(actor))").positions == found.reversed())
        }
    }

    @Test func `pages in both directions cover every event once`() async throws {
        try await InspectedStore.withHistory { store in
            for (query, criteria) in try Self.filters() {
                let expected = try await Self.found(criteria, in: store)
                var (older, target): ([Position], String?) = ([], "/log?\(query)")
                while let address = target {
                    let page = await store.page(address)
                    older += page.positions
                    target = page.link("Older")
                }
                #expect(older == expected.reversed(), "\(query)")
                var newer: [Position] = []
                target = await store.page("/log?\(query)").link("Oldest")
                while let address = target {
                    let page = await store.page(address)
                    newer += page.positions.reversed()
                    target = page.link("Newer")
                }
                #expect(newer == expected, "\(query)")
            }
        }
    }

    @Test func `a search whose time is over says where it stopped, and goes on from there`() async throws {
        try await InspectedStore.withHistory { store in
            var criteria = EventCriteria()
            criteria.texts = [ByteSearch("midl")]
            let expected = try await Self.found(criteria, in: store)
            let reader = LogReader(store: store.store, filter: criteria, patience: .zero, window: 100)
            var (found, place, pages): ([Position], LogPlace?, Int) = ([], .newest, 0)
            while let next = place {
                let page = try await reader.page(next)
                found += page.rows.map(\.position)
                pages += page.isIncomplete ? 1 : 0
                place = page.olderEnd.map { .before($0 + 1) }
            }
            #expect(found == expected.reversed())
            #expect(pages > 5)
        }
    }

    @Test func `what is wrong with a filter is said, and nothing is shown`() async throws {
        try await InspectedStore.withHistory { store in
            for (query, fault) in [
                ("id=xyz", "is not an id"), ("where=name", "it must begin with data or metadata"),
                ("since=yesterday", "is neither a time"), ("from=0", "is not a position"),
                ("from=9&to=3", "From position is after To position"),
                ("by=now&since=2012-01-01", "is not a time of events"),
                ("since=2013-01-01&until=2012-01-01", "Since is after Until"),
                ("before=x", "is not a position of the log"),
            ] {
                let page = await store.page("/log?\(query)")
                #expect(page.status == 400, "\(query)")
                #expect(page.text.contains(fault), "\(query)")
                #expect(page.positions.isEmpty, "\(query)")
            }
            #expect(await store.page("/log?from=99999999").status == 404)
        }
    }

    @Test func `a name that no event has is answered with the nearest one`() async throws {
        try await InspectedStore.withHistory { store in
            let page = await store.page("/log?type=ItemCreatd")
            #expect(page.text.contains(#"no event has the type "ItemCreatd"; did you mean "ItemCreated"?"#))
        }
    }

    @Test func `the shown command prints the events of the page`() async throws {
        try await InspectedStore.withHistory { store in
            for query in [
                "type=ItemCreated&text=mdb", "category=item&before=500", "text=midl&after=20", "from=10&to=30",
            ] {
                let page = await store.page("/log?\(query)")
                let command = try #require(page.html.firstMatch(of: /<pre><code>(nacre find [^<]*)</)?.1)
                let words = command.replacing("&#39;", with: "").split(separator: " ").dropFirst().map(String.init)
                let process = try await InspectedStore.nacre(words)
                let found = process.split(separator: "\n").compactMap { line in
                    line.firstMatch(of: /"position":(\d+)/).flatMap { Position($0.1) }
                }
                #expect(found.sorted(by: >) == page.positions, "\(command)")
                #expect(!found.isEmpty)
            }
        }
    }
}
