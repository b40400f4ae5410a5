import DomainKit
import Nacre
import NacreTesting
import Synchronization
import Testing

@Suite
struct AggregatesTests {
    private let store = InMemoryEventStore()

    private func sales(in store: any EventStore) -> Aggregates<TicketDecider> {
        Aggregates("sale", in: store, codec: TicketCodec())
    }

    @Test
    func `decided events are appended to the aggregate's stream, in order`() async throws {
        let sales = sales(in: store)
        #expect(try await sales.execute(.sell(2), on: "42") == 2)
        #expect(try await sales.execute(.sell(1), on: "42") == 3)
        #expect(try await sales.execute(.sell(1), on: "43") == 1)
        #expect(try await sales.load("42") == Versioned(state: [1, 2, 3], version: 3))
        #expect(try await store.read("sale-42").collect().map(\.position) == [1, 2, 3])
        #expect(try await store.read("sale-43").collect().count == 1)
    }

    @Test
    func `the events of one decision are one commit, with the clock's time`() async throws {
        let now = Instant(nanosecondsSince1970: 7, decimals: 9)
        let sales = Aggregates<TicketDecider>(
            "sale", in: store, codec: TicketCodec(), time: ManualTimeSource(now))
        try await sales.execute(.sell(3), on: "42")
        let events = try await store.readLog().collect()
        #expect(events.map(\.isLastOfCommit) == [false, false, true])
        #expect(events.map(\.time) == [now, now, now])
    }

    @Test
    func `a category that no query can find is rejected, and nothing is written`() async throws {
        let sales = Aggregates<TicketDecider>("box-office", in: store, codec: TicketCodec())
        let attempts: [() async throws -> Void] = [
            { _ = try await sales.load("42") }, { _ = try await sales.save([], for: "42", expecting: 0) },
            { _ = try await sales.save([.sold(number: 1)], for: "42", expecting: 0) },
            { try await sales.execute(.sell(2), on: "42") },
        ]
        for attempt in attempts {
            let error = await #expect(throws: EventStoreError.self) { try await attempt() }
            #expect(error?.code == .invalidArgument)
            #expect(error?.message.contains("\"box-office\"") == true)
        }
        #expect(try await store.head() == 0)
    }

    @Test
    func `stored event types bring their own category and codec`() async throws {
        try await Aggregates<TicketDecider>(in: store).execute(.sell(2), on: "42")
        #expect(try await sales(in: store).load("42").state == [1, 2])
        let basis = try await Decisions<TicketDecider>(in: store).basis(over: TicketCodec.sale)
        #expect(basis.state == [1, 2])
    }

    @Test
    func `deciding nothing appends nothing`() async throws {
        let sales = sales(in: store)
        #expect(try await sales.execute(.sell(0), on: "42") == 0)
        #expect(try await store.head() == 0)
    }

    @Test
    func `a decided commit can be appended elsewhere while the stream is unchanged`() async throws {
        let sales = sales(in: store)
        try await sales.execute(.sell(1), on: "42")
        let commit = try await sales.commit(deciding: .sell(2), on: "42")
        #expect(try await store.head() == 1)
        _ = try await store.append(commit)
        #expect(try await sales.load("42") == Versioned(state: [1, 2, 3], version: 3))
        let error = await #expect(throws: EventStoreError.self) { _ = try await store.append(commit) }
        #expect(error?.code == .conflict)
        await #expect(throws: TicketDecider.SoldOut.self) { _ = try await sales.commit(deciding: .sell(500), on: "42") }
    }

    @Test
    func `deciding nothing gives an empty commit that checks the loaded version`() async throws {
        let sales = sales(in: store)
        try await sales.execute(.sell(1), on: "42")
        let commit = try await sales.commit(deciding: .sell(0), on: "42")
        #expect(commit.isEmpty)
        #expect(commit.checks == [Commit.Guard(stream: "sale-42", expectation: .exact(1))])
    }

    @Test
    func `an empty id is rejected by name, and nothing is read or written`() async throws {
        let sales = sales(in: store)
        let attempts: [() async throws -> Void] = [
            { _ = try await sales.load("") }, { _ = try await sales.save([], for: "", expecting: 0) },
            { _ = try await sales.save([.sold(number: 1)], for: "", expecting: 0) },
            { try await sales.execute(.sell(2), on: "") },
            { _ = try await sales.commit(deciding: .sell(1), on: "") },
            { [store] in _ = try await store.decide { try await $0.execute(.sell(1), on: "", in: sales) } },
        ]
        for attempt in attempts {
            let error = await #expect(throws: EventStoreError.self) { try await attempt() }
            #expect(error?.code == .invalidArgument)
            #expect(
                error?.message
                    == "an id in category \"sale\" is empty: give an id that is unique in the category")
        }
        #expect(try await store.head() == 0)
    }

    @Test
    func `foreign event types only advance the version`() async throws {
        try await store.append([EventData(type: "Noted", data: [])], to: "sale-42")
        let sales = sales(in: store)
        #expect(try await sales.load("42") == Versioned(state: [], version: 1))
        #expect(try await sales.execute(.sell(1), on: "42") == 2)
    }

    @Test
    func `an undecodable event is an error, not a gap in the state`() async throws {
        try await store.append([EventData(type: "TicketSold", data: Array("one".utf8))], to: "sale-42")
        await #expect(throws: EventDecodingError.self) { try await sales(in: store).execute(.sell(1), on: "42") }
        #expect(try await store.head() == 1)
    }

    @Test(arguments: InterruptedStore.Moment.allCases)
    func `on conflict, the command is decided again on fresh state`(
        moment: InterruptedStore.Moment
    ) async throws {
        let rivals = Rivals(2, in: store)
        let contended = InterruptedStore(base: store) { if $0 == moment { try await rivals.sell() } }
        try await sales(in: contended).execute(.sell(1), on: "42")
        let numbers = try await sales(in: store).load("42").state
        #expect(numbers == Array(1...numbers.count))
    }

    @Test
    func `the last attempt's conflict names the stream and both versions, and nothing is appended`() async throws {
        let rivals = Rivals(.max, in: store)
        let contended = InterruptedStore(base: store) { if $0 == .beforeAppend { try await rivals.sell() } }
        let conflict = await #expect(throws: EventStoreError.self) {
            try await sales(in: contended).execute(.sell(1), on: "42", retrying: ConflictRetry(attempts: 3))
        }
        #expect(conflict?.code == .conflict)
        #expect(conflict?.violations == [.expectation(stream: "sale-42", expected: .exact(2), actual: 3)])
        #expect(try await store.head() == 3)
    }

    @Test
    func `a failure that is not a conflict is thrown at once`() async throws {
        let attempts = Mutex(0)
        let failing = InterruptedStore(base: store) { moment in
            guard moment == .beforeAppend else { return }
            attempts.withLock { $0 += 1 }
            throw EventStoreError(.appendsStopped, "the disk failed", outcome: .unknown)
        }
        await #expect(throws: EventStoreError.self) { try await sales(in: failing).execute(.sell(1), on: "42") }
        #expect(attempts.withLock(\.self) == 1)
    }

    @Test
    func `tickets sold concurrently are numbered without gaps or repeats`() async throws {
        let sales = sales(in: store)
        try await withThrowingTaskGroup { group in
            for _ in 0..<16 {
                group.addTask {
                    for _ in 0..<5 {
                        try await sales.execute(.sell(1), on: "42", retrying: ConflictRetry(attempts: 1_000))
                    }
                }
            }
            try await group.waitForAll()
        }
        #expect(try await sales.load("42").state == Array(1...80))
    }
}

/// Sells a limited number of tickets from another process, one at each call.
final class Rivals: Sendable {
    private let left: Mutex<Int>
    private let sales: Aggregates<TicketDecider>

    init(_ count: Int, in store: InMemoryEventStore) {
        left = Mutex(count)
        sales = Aggregates("sale", in: store, codec: TicketCodec())
    }

    func sell() async throws {
        let isLeft = left.withLock { left in
            defer { left -= 1 }
            return left > 0
        }
        if isLeft { try await sales.execute(.sell(1), on: "42") }
    }
}
