import Foundation
import Nacre
import NacreTesting
import Testing

@Suite struct SequentialIDGeneratorTests {
    @Test func `sequential identities are the same in every run`() {
        let ids = SequentialIDGenerator()
        #expect(ids.next().uuidString == "00000000-0000-4000-8000-000000000001")
        #expect(ids.next().uuidString == "00000000-0000-4000-8000-000000000002")
        #expect(ids.id(2).uuidString == "00000000-0000-4000-8000-000000000002")
        #expect(ids.next() == ids.id(3))
    }

    @Test func `generators with different seeds share no identity`() {
        #expect(SequentialIDGenerator(seed: 0xAB).next().uuidString == "000000AB-0000-4000-8000-000000000001")
    }

    @Test func `identities generated concurrently are distinct`() async {
        let ids = SequentialIDGenerator()
        let made = await withTaskGroup { group in
            for _ in 0..<100 { group.addTask { ids.next() } }
            return await group.reduce(into: Set<UUID>()) { $0.insert($1) }
        }
        #expect(made.count == 100)
    }

    @Test func `a store can use the generator for its events`() async throws {
        let ids = SequentialIDGenerator()
        let store = InMemoryEventStore(timeSource: ManualTimeSource(), makeID: ids.eventID(at:))
        try await store.append([EventData(type: "A", data: []), EventData(type: "B", data: [])], to: "a-1")
        #expect(store.id.description == "00000000-0000-4000-8000-000000000001")
        #expect(try await store.readLog().collect().map(\.id) == [EventID(ids.id(2)), EventID(ids.id(3))])
    }
}
