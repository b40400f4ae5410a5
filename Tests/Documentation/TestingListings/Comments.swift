import DomainKit
import Nacre
import NacreTesting
import Testing

/// The listings in comments of `Sources/NacreTesting`, which run as tests.
@Suite struct Comments {
    @Test func `commands of a decider follow each other`() throws {
        try OrderDecider.given(.placed(customer: "ada", cents: 1250)).thenState(is: .placed)
        try OrderDecider.given(.placed(customer: "ada", cents: 1250), .shipped).when(.ship).thenNothing()
        try OrderDecider.given().when(.ship).thenFails(\.description, is: "the order was never placed: place it first")
        try OrderDecider.given()
            .when(.place(customer: "ada", cents: 1250)).then(.placed(customer: "ada", cents: 1250))
            .when(.ship).then(.shipped).thenState(is: .shipped)
    }

    @Test func `a projection is given stored events or domain events`() async throws {
        try await Spending()
            .given("order-1", EventData(type: "OrderPlaced", json: ["customer": "ada"]))
            .thenHalts(at: 1)

        try await Spending()
            .given("order-1", [.placed(customer: "ada", cents: 1250), .shipped], by: OrderEvent.codec)
            .thenRows(#"Spending.Row "ada": cents 1250"#, in: Spending.customers.number)
    }

    private let noted = [EventData(type: "OrderNoted", data: Array("{}".utf8))]

    @Test func `faults are set for the calls that follow`() async throws {
        let store = FaultyEventStore(InMemoryEventStore())
        store.failAppend(2, to: "order-42", with: .conflict)  // the second append to this stream from now on
        store.failAppend(with: .unknown(isWritten: true))  // the next append
        store.failRead(of: "order-42")  // the next read of this stream
        let gate = store.holdAppend(to: "order-7")  // the next append to this stream waits until `gate.open()`

        gate.open()
        await #expect(throws: EventStoreError.self) { try await store.append(noted, to: "order-42") }
        await #expect(throws: EventStoreError.self) { try await store.read("order-42").collect() }
    }

    @Test func `ids are sequential`() async throws {
        let ids = SequentialIDGenerator(seed: 7)
        let store = InMemoryEventStore(timeSource: ManualTimeSource(), makeID: SequentialIDGenerator().eventID(at:))

        try await store.append(noted, to: "order-42")
        let stored = try await store.read("order-42").collect()
        // The first id is the store's own.
        #expect(stored.map(\.id) == [EventID(SequentialIDGenerator().id(2))])
        #expect(ids.next() == ids.id(1))
    }

    private func follow(_ subscription: Subscription) async throws {
        for try await _ in subscription {}
    }

    @Test func `a projection and a subscription see what is shown`() async throws {
        let (store, models) = (InMemoryEventStore(), InMemoryReadModelStore())
        for cents in 1...5 {
            try await store.append([OrderEvent.codec.encode(.placed(customer: "ada", cents: cents))], to: "order-42")
        }

        let paced = PacedEventStore(store)
        let runner = ProjectionRunner(projection: Spending(), store: paced, models: models)
        try await paced.show(upTo: 3)
        try await runner.catchUp()  // has applied the events 1 to 3, and none after them

        let following = Task { try await follow(paced.subscribe()) }
        try await paced.show(upTo: 5)
        try await paced.settled()  // the follower has handled all five, and waits for more

        following.cancel()
        #expect(try await runner.status().position == 3)
        let spending = ReadModel(of: Spending.self, in: models, updatedBy: runner)
        #expect(try await spending.read { try $0.customers.row(at: "ada")?.cents } == 15)
    }
}
