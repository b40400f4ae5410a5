import Foundation
import Nacre
import NacreRuntime
import TestFolders
import TestStores
import TestTraits
import Testing
import ToolTesting

@testable import NacreInspector
@testable import NacreTool

@Suite(.fewAtOnce, .timeLimit(.minutes(10))) struct DamageTests {
    /// Imports the real history, and changes four bytes of an event.
    private static func fill(_ folder: TemporaryFolder) async throws {
        try await InspectedStore.nacre("import", Fixture.history, "--store", folder.path("s.store"))
        let bytes = try folder.bytes("s.store/log.mdb")
        let data = Array(#""name":"libraries/libmdb/midl.c""#.utf8)
        let offset = try #require(bytes.indices.first { bytes[$0...].starts(with: data) })
        let file = try FileHandle(forUpdating: URL(filePath: folder.path("s.store/log.mdb")))
        try file.seek(toOffset: UInt64(offset))
        try file.write(contentsOf: Data(repeating: 0xA5, count: 4))
        try file.close()
    }

    @Test func `damaged events of a real log are said, and those around them are shown`() async throws {
        try await InspectedStore.run(filling: Self.fill) { store in
            var damaged: Set<Position> = []
            for position in 1...(try await store.store.head()) {
                do { _ = try await store.store.event(at: position) } catch { damaged.insert(position) }
            }
            let first = try #require(damaged.min())
            let page = await store.page("/log?before=\((damaged.max() ?? first) + 10)")
            #expect(page.status == 200)
            #expect(page.positions.allSatisfy { !damaged.contains($0) })
            #expect(page.positions.contains((damaged.max() ?? first) + 1))
            #expect(page.text.contains("Damaged: position"))
            let event = await store.page("/events/\(first)")
            #expect(event.status == 500)
            #expect(event.text.contains("The log is damaged here"))
            // Every event that can be read is on one of the pages, in both directions.
            let whole = Set(1...(try await store.store.head())).subtracting(damaged)
            for (start, link) in [("/log", "Older"), ("/log?after=0", "Newer")] {
                var (found, target): ([Position], String?) = ([], start)
                while let address = target {
                    let page = await store.page(address)
                    found += page.positions
                    target = page.link(link)
                }
                #expect(found.count == whole.count && Set(found) == whole, "\(link)")
            }
        }
    }

    @Test func `an event beside damage is shown, and what damage hides is said`() async throws {
        let base = InMemoryEventStore()
        for _ in 1...3 { try await base.append([EventData(type: "T", data: Array("{}".utf8))], to: "s-1") }
        let runtime = try Runtime(on: Storage(store: HoledStore(base: base, holes: [2]))) {}
        let inspector = try Inspector(runtime, storeAt: "s.store", tool: "nacre")
        let page = Page(await inspector.answer(InspectorRequest(target: "/events/3")))
        #expect(page.status == 200)
        #expect(page.text.contains("Damage hides the event before it in its stream"))
        let log = Page(await inspector.answer(InspectorRequest(target: "/log")))
        #expect(log.positions == [3, 1])
        #expect(log.text.contains("Damaged: position 2: "))
    }
}

/// A store some of whose events cannot be read, whichever way.
private struct HoledStore: RelayedStore {
    let base: InMemoryEventStore
    let holes: Set<Position>

    func event(at position: Position) async throws -> RecordedEvent {
        if holes.contains(position) { throw damage(at: position) }
        return try await base.event(at: position)
    }

    func read(_ stream: StreamName, _ order: ReadOrder, limit: Int?) -> EventSequence {
        holed(base.read(stream, order, limit: limit))
    }

    func readLog(_ order: ReadOrder, matching query: Query, limit: Int?) -> EventSequence {
        holed(base.readLog(order, matching: query, limit: limit))
    }

    private func holed(_ events: EventSequence) -> EventSequence {
        EventSequence { HoledEvents(events: events.makeAsyncIterator(), store: self) }
    }

    fileprivate func damage(at position: Position) -> EventStoreError {
        EventStoreError(.damaged, "the event is damaged", position: position)
    }
}

private struct HoledEvents: EventBatchSource {
    var events: EventSequence.AsyncIterator
    let store: HoledStore

    mutating func nextBatch() async throws -> [RecordedEvent] {
        guard let event = try await events.next() else { return [] }
        if store.holes.contains(event.position) { throw store.damage(at: event.position) }
        return [event]
    }
}
