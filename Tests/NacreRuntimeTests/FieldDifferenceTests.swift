import Nacre
import NacreTesting
import Testing

@testable import NacreRuntime

@Suite
struct FieldDifferenceTests {
    @Test(arguments: UInt64(0)..<30)
    func `the fields that differ between two positions are those of two folds, with the last event that changed each`(
        seed: UInt64
    ) async throws {
        let runtime = try Runtime(on: Storage(store: InMemoryEventStore())) { DeciderDeclaration(LedgerDecider.self) }
        var random = SimulationRandom(seed: seed)
        // The fields after each position, without the code under test.
        var states: [[FieldPath: [UInt8]]] = []
        var state = LedgerDecider.initialState
        func add() {
            states.append(Dictionary(StateValue(of: state).fields().map { ($0.path, $0.json) }) { $1 })
        }
        add()
        for number in 0..<30 {
            let event = number == 0 ? .opened(owner: "ada") : LedgerDecider.event(using: &random)
            LedgerDecider.evolve(&state, event)
            add()
            try await runtime.store.append([LedgerDecider.Event.codec.encode(event)], to: "ledger-1")
        }
        for (first, last) in [(0, 30), (5, 20), (29, 30), (7, 7), (0, 1)] {
            let found = try #require(
                try await runtime.fieldDifferences(
                    of: "ledger-1", from: .position(Position(first)), to: .position(Position(last))))
            let (before, after) = (states[first], states[last])
            let changed = Set(before.keys).union(after.keys).filter { before[$0] != after[$0] }
            #expect(Set(found.map(\.difference.path)) == changed)
            #expect(found.count == changed.count)
            for (difference, origin) in found {
                let path = difference.path
                #expect(difference.before == before[path])
                #expect(difference.after == after[path])
                let event = try #require((1...last).last { states[$0 - 1][path] != states[$0][path] })
                #expect(origin?.position == Position(event))
                #expect(event > first)
            }
        }
        await runtime.close()
    }

    @Test
    func `a category without a decider has no differences`() async throws {
        let runtime = try Runtime(on: Storage(store: InMemoryEventStore())) { DeciderDeclaration(LedgerDecider.self) }
        #expect(try await runtime.fieldDifferences(of: "note-1", from: .position(0), to: nil) == nil)
        await runtime.close()
    }
}
