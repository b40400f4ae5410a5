import Nacre
import TestTraits
import Testing

@testable import NacreLMDB

/// Reads of a damaged log by query and by id, answered by the index and by the log alone.
@Suite(.fewAtOnce) struct DamagedLookupTests {
    /// Some match most events, which are then scanned, and some one in a block, for which the index is used; each matches
    /// the damaged event.
    private static let queries: [Query] = [
        .types("T", "Struck"), .categories("s"), .types("Struck"), .tagged("struck"),
    ]

    /// Runs a body on a store for each place where its log can be damaged.
    private func forEachPlace(
        isIndexed: Bool,
        _ body: (
            _ store: LMDBEventStore, _ events: [RecordedEvent], _ lost: ClosedRange<Position>, _ named: Position,
            _ place: LogDamageTests.Place
        ) async throws -> Void
    ) async throws {
        var options = LMDBEventStore.Options.unsynced()
        if isIndexed { options.tailLimits = TailLimits(eventsPerGeneration: 5, maxCount: 5) }
        let damaged = try await DamagedStore(options: options)
        let whole = try await LMDBEventStore.open(at: damaged.folder.store, options: options)
        let indexedUpTo = try await whole.statistics().indexedUpTo
        #expect(isIndexed ? indexedUpTo >= 40 : indexedUpTo == 0)
        await whole.close()
        for place in LogDamageTests.Place.all {
            let (lost, named) = try damaged.damage(place.part, ofBlock: place.block)
            let store = try await LMDBEventStore.open(at: damaged.folder.store, options: options)
            try await body(store, damaged.events, lost, named, place)
            await store.close()
            try damaged.mend()
        }
    }

    /// The events that a read returns, and the position of the damage that ends it.
    private func read(
        _ query: Query, _ order: ReadOrder, from store: LMDBEventStore
    ) async throws -> (events: [RecordedEvent], damage: Position?) {
        var events: [RecordedEvent] = []
        let damage = try await EventStoreError.damage {
            for try await event in store.readLog(order, matching: query) { events.append(event) }
        }
        return (events, damage)
    }

    @Test(arguments: [false, true])
    func `a read by query returns the matches before damage, then throws`(isIndexed: Bool)
        async throws
    {
        try await forEachPlace(isIndexed: isIndexed) { store, events, lost, named, place in
            for query in Self.queries {
                let forward = try await read(query, .forward(), from: store)
                #expect(forward.damage == named, "\(place), \(query)")
                #expect(
                    forward.events == events.filter { $0.position < lost.lowerBound && query.matches($0) },
                    "\(place), \(query)")
                let backward = try await read(query, .backward(), from: store)
                #expect(backward.damage == named, "\(place), \(query) backward")
                #expect(
                    backward.events == events.reversed().filter { $0.position > lost.upperBound && query.matches($0) },
                    "\(place), \(query) backward")
            }
            // Without an index there is no evidence that nothing was lost.
            let none = try await read(.tagged("none"), .forward(), from: store)
            #expect(none.events == [])
            expectUnknown(none.damage, named, at: place, isIndexed: isIndexed)
        }
    }

    @Test func `a read by query skips a damaged record that the index does not select`() async throws {
        try await forEachPlace(isIndexed: true) { store, events, _, _, place in
            guard place.part == .record, place.block < 8 else { return }
            let query = Query.tagged("spared")
            for order in [ReadOrder.forward(), .backward()] {
                let (read, damage) = try await read(query, order, from: store)
                #expect(damage == nil, "\(place)")
                let expected = events.filter(query.matches)
                #expect(read == (order == .forward() ? expected : expected.reversed()), "\(place)")
            }
        }
    }

    @Test(arguments: [false, true])
    func `a read by id returns the event or throws the damage, never nil`(isIndexed: Bool)
        async throws
    {
        try await forEachPlace(isIndexed: isIndexed) { store, events, lost, named, place in
            // Events that are not indexed are known only if all of them can be read.
            let isKnown = isIndexed && place.block < 8
            for event in events {
                let damage = try await EventStoreError.damage {
                    let read = try await store.event(withID: event.id)
                    #expect(read == event, "\(place), position \(event.position)")
                }
                if isKnown {
                    #expect(damage == (lost.contains(event.position) ? named : nil), "\(place), \(event.position)")
                } else {
                    #expect(damage == named || damage == nil && !lost.contains(event.position), "\(place)")
                }
            }
            let unknown = try await EventStoreError.damage {
                let read = try await store.event(withID: .random())
                #expect(read == nil)
            }
            expectUnknown(unknown, named, at: place, isIndexed: isIndexed)
        }
    }

    /// Expects the damage that a search for an absent event finds: none if the index reaches beyond it.
    private func expectUnknown(
        _ damage: Position?, _ named: Position, at place: LogDamageTests.Place, isIndexed: Bool
    ) {
        if isIndexed, place.block == 8, place.part == .record {
            // The index may reach to the end of the log, or to the block before.
            #expect(damage == nil || damage == named, "\(place)")
        } else {
            #expect(damage == (isIndexed && place.block < 8 ? nil : named), "\(place)")
        }
    }
}
