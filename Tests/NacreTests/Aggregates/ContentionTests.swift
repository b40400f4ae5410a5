import DomainKit
import Nacre
import NacreTesting
import Testing

/// Many callers in one process on one stream, concurrently, with the default policy.
@Suite(.timeLimit(.minutes(25)))
struct ContentionTests {
    private let store = InMemoryEventStore()

    /// A store on which other callers make progress between any two steps of a caller.
    private var crowded: InterruptedStore {
        InterruptedStore(base: store) { _ in for _ in 0..<3 { await Task.yield() } }
    }

    /// Runs callers concurrently that each sell a ticket.
    private func sell(_ callers: Int, _ sell: @escaping @Sendable () async throws -> Void) async throws {
        try await withThrowingTaskGroup { group in
            for _ in 0..<callers { group.addTask { try await sell() } }
            try await group.waitForAll()
        }
    }

    private func sold() async throws -> [Int] {
        try await Aggregates<TicketDecider>(in: store).load("42").state
    }

    @Test(arguments: [16, 64])
    func `64 callers that decide on one stream all succeed with the default policy`(callers: Int) async throws {
        let store = crowded
        try await sell(callers) { try await Aggregates<TicketDecider>(in: store).execute(.sell(1), on: "42") }
        #expect(try await sold() == Array(1...callers))
    }

    @Test(arguments: [16, 64])
    func `64 callers that decide over one query all succeed with the default policy`(callers: Int) async throws {
        let store = crowded
        try await sell(callers) {
            _ = try await Decisions<TicketDecider>(in: store).execute(
                .sell(1), over: TicketCodec.sale, appendingTo: "sale-42")
        }
        #expect(try await sold() == Array(1...callers))
    }

    @Test
    func `a plain append that conflicts is retried with the same policy`() async throws {
        let store = crowded
        let retry = ConflictRetry()
        try await sell(16) {
            try await retry {
                let version = try await store.version(of: "sale-42")
                let event = TicketCodec().encode(.sold(number: Int(version) + 1))
                try await store.append([event], to: "sale-42", expecting: .exact(version))
            }
        }
        #expect(try await sold() == Array(1...16))
    }

    @Test
    func `the default attempts suffice for 64 callers even without any delay`() async throws {
        let store = crowded
        let retry = ConflictRetry(jitter: { 0 })
        try await sell(64) {
            try await Aggregates<TicketDecider>(in: store).execute(.sell(1), on: "42", retrying: retry)
        }
        #expect(try await sold() == Array(1...64))
    }
}
