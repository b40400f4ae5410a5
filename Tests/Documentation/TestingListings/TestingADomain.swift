import DomainKit
import Nacre
import NacreTesting
import Testing

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The listings of `TestingADomain.md`, which run as tests.
@Suite struct TestingADomain {
    @Test func `an order is shipped once, after it was placed`() throws {
        try OrderDecider.given(.placed(customer: "ada", cents: 1250)).when(.ship).then(.shipped)
        try OrderDecider.given(.placed(customer: "ada", cents: 1250), .shipped).when(.ship).thenNothing()
        try OrderDecider.given().when(.ship)
            .thenFails(\.description, is: "the order was never placed: place it first")
    }

    @Test func `a read model is tested by its rows`() async throws {
        try await Spending()
            .given("order-1", [.placed(customer: "ada", cents: 1250)], by: OrderEvent.codec)
            .given("order-2", [.placed(customer: "ada", cents: 300), .shipped], by: OrderEvent.codec)
            .thenRows(#"Spending.Row "ada": cents 1550"#, in: Spending.customers.number)

        try await Spending()
            .given("order-1", [.placed(customer: "ada", cents: 1250)], by: OrderEvent.codec)
            .given("order-2", EventData(type: "OrderPlaced", data: Array("{}".utf8)))
            .thenHalts(at: 2)
            .thenRows(#"Spending.Row "ada": cents 1250"#, in: Spending.customers.number)
    }

    @Test func `a process manager is tested by the events that follow`() async throws {
        let packing = ProcessScenario { store, time in Packing(parcels: Aggregates(in: store, time: time)) }

        try await packing
            .given("order-1", [.placed(customer: "ada", cents: 1250)], by: OrderEvent.codec)
            .when("order-2", [.placed(customer: "bob", cents: 300)], by: OrderEvent.codec)
            .then("parcel-2", [.packed(for: "bob")], by: ParcelEvent.codec)
            .when("order-2", [.shipped], by: OrderEvent.codec).thenNothing()
    }

    @Test func `the stored form of orders is the recorded one`() throws {
        try EventLayoutConformance.check(OrderEvent.self, samples: [.placed(customer: "ada", cents: 1250), .shipped])
    }

    @Test func `orders are decoded as they were encoded`() throws {
        try EventCodecConformance.check(OrderEvent.codec, samples: [.placed(customer: "ada", cents: 1250), .shipped])
    }

    /// A use case.
    private func placeOrder(for customer: String, in store: any EventStore, ids: any IDGenerator) async throws -> UUID {
        let id = ids.next()
        try await Aggregates<OrderDecider>(in: store).execute(.place(customer: customer, cents: 1250), on: "\(id)")
        return id
    }

    @Test func `the test sets ids and times`() async throws {
        let (clock, ids) = (ManualTimeSource(), SequentialIDGenerator())
        let store = InMemoryEventStore(timeSource: clock)

        let first = try await placeOrder(for: "ada", in: store, ids: ids)
        #expect(first == ids.id(1))

        clock.advance(by: .seconds(3600))
        let second = try await placeOrder(for: "bob", in: store, ids: ids)
        #expect(second == ids.id(2))
        #expect(Set(try await store.readLog().collect().map(\.time)).count == 2)
    }

    private let theirs = Commit([EventData(type: "OrderNoted", data: Array("{}".utf8))], to: "order-42")

    @Test func `a store fails when it is asked to`() async throws {
        let store = FaultyEventStore(InMemoryEventStore())

        // The next append to the stream fails with a conflict.
        store.failAppend(to: "order-42", with: .conflict)

        // The commit `theirs` is appended immediately before the next append.
        store.precedeAppend(with: theirs)

        // The disk fails at the third append, after the events were written: the outcome is unknown to the caller.
        store.failAppend(3, with: .unknown(isWritten: true))

        // The disk fails at the next read of the stream.
        store.failRead(of: "order-42")

        await #expect(throws: EventStoreError.self) { try await store.read("order-42").collect() }
        let first = Commit(theirs.entries.map(\.event), to: "order-42", expecting: .noStream)
        let error = await #expect(throws: EventStoreError.self) { try await store.append(first) }
        #expect(error?.isConflict == true)
        try await store.append(theirs)
        await #expect(throws: EventStoreError.self) { try await store.append(theirs) }
    }

    @Test func `an append is held until the test opens the gate`() async throws {
        let store = FaultyEventStore(InMemoryEventStore())
        let orders = Aggregates<OrderDecider>(in: store)
        try await orders.execute(.place(customer: "ada", cents: 1250), on: "42")

        let gate = store.holdAppend()
        async let shipping = orders.execute(.ship, on: "42")

        // The command has decided, and its append has begun. Another caller appends first.
        try await gate.reached()
        try await store.append(theirs)
        gate.open()
        _ = try await shipping

        let types = try await store.read("order-42").collect().map(\.type)
        #expect(types == ["OrderPlaced", "OrderNoted", "OrderShipped"])
    }

    private func welcome(_ subscription: Subscription) async throws {
        for try await _ in subscription {}
    }

    @Test func `a subscription handles what is shown`() async throws {
        let store = InMemoryEventStore()
        for _ in 1...3 { try await store.append(theirs) }

        let paced = PacedEventStore(store)
        let welcoming = Task { try await welcome(paced.subscribe()) }
        try await paced.show(upTo: 2)
        try await paced.settled()  // the subscription has handled events 1 and 2, and waits for more

        welcoming.cancel()
        #expect(paced.shown == 2)
    }
}
