import Foundation
import Nacre
import NacreTesting
import Testing

// The listings of `Sources/NacreTesting/NacreTesting.docc/FindingARace.md` are in this file.

/// Sells seats by a check and a separate append.
struct SeatDesk {
    let store: any EventStore

    func reserve(_ seat: String, for customer: String) async throws -> Bool {
        let taken = try await store.readLog(.forward(), matching: .tagged(Tag("seat:\(seat)"))).collect()
        guard taken.isEmpty else { return false }
        let reserved = EventData(type: "Reserved", tags: [Tag("seat:\(seat)")], data: Array(customer.utf8))
        try await store.append([reserved], to: StreamName("customer-\(customer)"))
        return true
    }
}

/// Sells seats, and takes one on the condition that nothing has come that the look would have found.
struct SafeSeatDesk {
    let store: any EventStore

    func reserve(_ seat: String, for customer: String) async throws -> Bool {
        let (head, query) = (try await store.head(), Query.tagged(Tag("seat:\(seat)")))
        let taken = try await store.readLog(.forward(), matching: query).collect()
        guard taken.isEmpty else { return false }
        let reserved = EventData(type: "Reserved", tags: [Tag("seat:\(seat)")], data: Array(customer.utf8))
        var commit = Commit([reserved], to: StreamName("customer-\(customer)"))
        commit.conditions = [AppendCondition(failIfEventsMatch: query, after: head)]
        do {
            try await store.append(commit)
            return true
        } catch let error as EventStoreError where error.code == .conflict {
            return try await reserve(seat, for: customer)
        }
    }
}

struct SeatError: Error {
    let owners: Int
}

/// The reservations of a seat.
func owners(of seat: String, in store: SimulatedEventStore) async throws -> [RecordedEvent] {
    try await store.log.readLog(.forward(), matching: .tagged(Tag("seat:\(seat)"))).collect()
}

@Suite
struct SeatExampleTests {
    @Test
    func `a seat has one owner`() async throws {
        try await Simulation.run(seeds: 0..<1_000) { world in
            let store = world.eventStore()
            for customer in ["ada", "grace"] {
                world.spawn(customer) { _ = try await SafeSeatDesk(store: store).reserve("7A", for: customer) }
            }
            try await world.finish()
            let owners = try await owners(of: "7A", in: store).count
            guard owners == 1 else { throw SeatError(owners: owners) }
        }
    }

    @Test
    func `a seat has one owner despite crashes and failures`() async throws {
        try await Simulation.run(seeds: 0..<300) { world in
            let store = world.eventStore(.rare)
            world.always("a seat has one owner at most") {
                var owners = 0
                try store.log.scan { owners += $0.tags.count == 1 ? 1 : 0 }
                guard owners <= 1 else { throw SeatError(owners: owners) }
            }
            for name in ["desk 1", "desk 2"] {
                world.process(name, crashes: 2) { process in
                    let desk = SafeSeatDesk(store: store)
                    process.spawn("sells") { _ = try await desk.reserve("7A", for: process.name) }
                }
            }
            try await world.finish()
            let owners = try await owners(of: "7A", in: store).count
            guard owners == 1 else { throw SeatError(owners: owners) }
        }
    }

    @Test
    func `the race of the article is found and reported with its seed`() async throws {
        let failure = try await Simulation.firstFailure(seeds: 0..<1_000, test: "a seat has one owner") { world in
            let store = world.eventStore()
            for customer in ["ada", "grace"] {
                world.spawn(customer) { _ = try await SeatDesk(store: store).reserve("7A", for: customer) }
            }
            try await world.finish()
            let owners = try await owners(of: "7A", in: store).count
            guard owners == 1 else { throw SeatError(owners: owners) }
        }
        let found = try #require(failure)
        // The article shows the printed report.
        let printed = try Self.listings(of: "text").first
        #expect(found.description + "\n" == printed)
    }

    /// The listings of the article in a language.
    private static func listings(of language: String) throws -> [String] {
        var root = URL(fileURLWithPath: #filePath)
        for _ in 0..<5 { root.deleteLastPathComponent() }
        let path = root.appendingPathComponent("Sources/NacreTesting/NacreTesting.docc/FindingARace.md")
        return try String(contentsOf: path, encoding: .utf8).components(separatedBy: "```\(language)\n").dropFirst()
            .compactMap { $0.components(separatedBy: "```").first }
    }
}
