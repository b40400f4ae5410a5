import Nacre
import NacreTesting
import Testing

@testable import NacreRuntime

@Suite
struct ReadModelWalkTests {
    @Test(arguments: UInt64(0)..<4)
    func `in any order, each event has the rows that it changed`(seed: UInt64) async throws {
        let runtime = try Runtime(on: Storage(store: InMemoryEventStore())) { Shelf() }
        var random = SimulationRandom(seed: seed)
        // The counts of the places after each event, without the code under test.
        var counts: [[String: Int]] = [[:]]
        var batch: [EventData] = []
        let length = Int(3 * ReadModelWalk.window)
        for _ in 1...length {
            let place = "p\(Int.random(in: 0..<6, using: &random))"
            var after = counts[counts.count - 1]
            let event: ShelfEvent
            if random.chance(0.3) {
                event = .took(place: place)
                after[place] = nil
            } else {
                let count = Int.random(in: 0..<3, using: &random)
                event = .put(place: place, count: count)
                after[place] = count
            }
            counts.append(after)
            batch.append(try ShelfEvent.codec.encode(event))
        }
        try await runtime.store.append(batch, to: "shelf-1")
        try await runtime.walk(through: "shelf") { walk in
            var walk = walk
            let ordered = Array(1...40) + (1...40).reversed() + [length, length - 1, length - 600, length - 599, 3, 2]
            let random = (0..<10).map { _ in Int.random(in: 1...length, using: &random) }
            for position in ordered + random {
                let rows = try await walk.changes(by: Position(position))
                let (before, after) = (counts[position - 1], counts[position])
                let changed = Set(before.keys).union(after.keys).filter { before[$0] != after[$0] }
                // `last` alone changes only together with the count.
                #expect(Set(rows.compactMap(\.name)) == changed, "at \(position)")
                for row in rows {
                    #expect((row.before == nil) == (before[row.name ?? ""] == nil))
                    #expect((row.after == nil) == (after[row.name ?? ""] == nil))
                }
            }
        }
        await runtime.close()
    }

    @Test
    func `a projection that halts says so at the event, and the events before it are still shown`() async throws {
        let runtime = try Runtime(on: Storage(store: InMemoryEventStore())) { Orders() }
        try await runtime.store.place(1, by: "ada", 3)
        try await runtime.store.place(2, by: "ada", -1)
        try await runtime.walk(through: "orders") { walk in
            var walk = walk
            do {
                _ = try await walk.changes(by: 2)
                Issue.record("the projection does not halt")
            } catch let error as EventStoreError {
                #expect(error.code == .projectionHalted)
            }
            #expect(try await walk.changes(by: 1).map(\.name) == ["all"])
        }
        await runtime.close()
    }
}
