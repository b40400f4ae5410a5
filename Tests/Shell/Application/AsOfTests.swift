import DomainKit
import ItemsDomain
import Nacre
import NacreRuntime
import NacreTesting
import ProfileDomain
import Synchronization
import TestTraits
import Testing

@testable import Shell

@Suite(.fewAtOnce)
struct AsOfTests {
    /// An application whose log has commits of several events, at few times.
    private func filled(_ time: ManualTimeSource = ManualTimeSource()) async throws -> Application {
        let application = try Application.inMemory(time: time)
        try await application.fill(items: 5)
        time.advance(by: .seconds(60))
        let ids = [ItemID(RandomIDGenerator().next()), ItemID(RandomIDGenerator().next())]
        try await application.store.append(
            Commit {
                for id in ids {
                    Append(
                        EventData(type: "ItemCreated", data: Array(#"{"name":"one of two"}"#.utf8)), to: "item-\(id)")
                    Append(EventData(type: "ItemCompleted", data: Array("{}".utf8)), to: "item-\(id)")
                }
            })
        time.advance(by: .seconds(60))
        _ = try await application.profiles.correctBirthday(user: "ada", birthday: "1930-05-12")
        return application
    }

    @Test
    func `the read models as of a position equal those of a log that ends there`() async throws {
        let application = try await filled()
        let events = try await application.store.readLog().collect()
        for position in 0...Position(events.count) {
            let shorter = try Application.inMemory()
            for event in events.prefix(Int(position)) {
                try await shorter.store.append(
                    [
                        EventData(
                            id: event.id, type: event.type, schema: event.schema, time: event.time, tags: event.tags,
                            data: event.data, metadata: event.metadata)
                    ], to: event.stream)
            }
            let past = try await application.asOf(.position(position)) { try await Contents(of: $0) }
            #expect(try await past == Contents(of: shorter), "as of position \(position)")
            await shorter.close()
        }
        await application.close()
    }

    @Test
    func `as of a time, the state has every event recorded by then, whenever it happened`() async throws {
        let time = ManualTimeSource()
        let begin = time.now()
        let application = try await filled(time)
        let head = try await application.store.head()
        func position(_ seconds: Int) async throws -> Position {
            try await application.store.position(
                at: Instant(
                    nanosecondsSince1970: begin.nanosecondsSince1970 + Int64(seconds) * 1_000_000_000, decimals: 0))
        }
        #expect(try await position(-1) == 0)
        #expect(try await position(0) == head - 5)
        #expect(try await position(59) == head - 5)
        #expect(try await position(60) == head - 1)
        #expect(try await position(119) == head - 1)
        #expect(try await position(120) == head)
        #expect(try await position(9_999) == head)
        let past = try await application.asOf(.time(begin)) { try await Contents(of: $0) }
        #expect(past.items.count == 5)
        #expect(
            try await application.asOf(.time(time.now())) { try await Contents(of: $0) } == Contents(of: application))
        #expect(try await Application.inMemory().store.position(at: begin) == 0)
        await application.close()
    }

    @Test
    func `by time, the state has the events that had happened by then, in log order`() async throws {
        let application = try Application.inMemory()
        let stream: StreamName = "item-4a07d6c8-0f5e-4e0c-9b1a-2f7c1d3e5a6b"
        func second(_ number: Int64) -> Instant { Instant(nanosecondsSince1970: number * 1_000_000_000, decimals: 0) }
        for (type, name, time) in [
            ("ItemCreated", "one", 10), ("ItemRenamed", "two", 30), ("ItemRenamed", "three", 20),
        ] as [(String, String, Int64)] {
            try await application.store.append(
                [EventData(type: EventType(type), time: second(time), data: Array(#"{"name":"\#(name)"}"#.utf8))],
                to: stream)
        }
        func names(by time: Int64) async throws -> [String] {
            try await application.asOf(.happened(by: second(time))) { try await Contents(of: $0) }.items.map(\.name)
        }
        #expect(try await names(by: 9) == [])
        #expect(try await names(by: 10) == ["one"])
        #expect(try await names(by: 20) == ["three"])
        #expect(try await names(by: 29) == ["three"])
        // Both renames had happened by then; the one that is later in the log counts.
        #expect(try await names(by: 30) == ["three"])
        // By recordedAt, no event was recorded by then.
        #expect(try await application.asOf(.time(second(30))) { try await Contents(of: $0) }.items.isEmpty)
        await application.close()
    }

    @Test
    func `the beginning of the log is reported for a moment before it, and for no other`() async throws {
        let time = ManualTimeSource()
        let begin = time.now()
        func after(_ seconds: Int64) -> Instant {
            Instant(nanosecondsSince1970: begin.nanosecondsSince1970 + seconds * 1_000_000_000, decimals: 0)
        }
        let application = try Application.inMemory(time: time)
        #expect(try await application.runtime.beginning(after: .time(after(-1))) == nil)
        #expect(try await application.runtime.beginning(after: .happened(by: after(-1))) == nil)
        for seconds in [-10, -20] as [Int64] {
            try await application.store.append([EventData(type: "T", time: after(seconds), data: [])], to: "s-1")
        }
        #expect(try await application.runtime.beginning(after: .time(after(-1))) == begin)
        #expect(try await application.runtime.beginning(after: .time(begin)) == nil)
        #expect(try await application.runtime.beginning(after: .happened(by: after(-21))) == after(-20))
        #expect(try await application.runtime.beginning(after: .happened(by: after(-20))) == nil)
        #expect(try await application.runtime.beginning(after: .position(0)) == nil)
        await application.close()
    }

    @Test
    func `a query of the past neither changes nor updates the live read models, and leaves no files`() async throws {
        let made = Mutex<[InMemoryReadModelStore]>([])
        let storage = Storage(store: InMemoryEventStore()) {
            let models = InMemoryReadModelStore()
            made.withLock { $0.append(models) }
            return models
        }
        let application = try Application(on: storage)
        try await application.store.append(
            [EventData(type: "ItemCreated", data: Array(#"{"name":"one"}"#.utf8))],
            to: "item-4a07d6c8-0f5e-4e0c-9b1a-2f7c1d3e5a6b")
        #expect(try await application.asOf(.position(1)) { try await Contents(of: $0) }.items.map(\.name) == ["one"])
        await #expect(throws: CancellationError.self) {
            try await application.asOf(.position(1)) { _ in throw CancellationError() }
        }
        #expect(try await application.runtime.projections().map(\.position) == [0, 0])
        #expect(made.withLock(\.count) == 2)
        for models in made.withLock(\.self) {
            #expect(throws: EventStoreError.self) { try models.read("items") { try $0.state() } }
        }
    }

    @Test
    func `the progress of building a past model is reported up to its moment`() async throws {
        let application = try await filled()
        let told = Mutex<[[Position]]>([])
        let tell: @Sendable (Position, Position) -> Void = { position, end in
            told.withLock { $0.append([position, end]) }
        }
        let count = try await application.asOf(.position(4), progress: tell) { past in
            #expect(told.withLock { $0 } == [])
            return try await past.items.fetchAll(includingDeleted: true).elements.count
        }
        #expect(count == 3)
        #expect(told.withLock { $0 } == [[4, 4]])
        await application.close()
    }

    @Test
    func `a past model on disk cannot be used after its query`() async throws {
        let store = try TemporaryStore()
        try await store.withApplication { application in
            try await application.fill()
            let past = try await application.asOf(.position(3)) { past in
                let items = try await past.items.fetchAll(includingDeleted: true).elements
                #expect(items.count == 3)
                return past
            }
            let error = await #expect(throws: EventStoreError.self) { try await past.items.fetchAll() }
            #expect(error?.code == .closed)
        }
    }

    @Test
    func `a position beyond the head is an error`() async throws {
        let application = try await filled()
        let head = try await application.store.head()
        let error = await #expect(throws: EventStoreError.self) {
            try await application.asOf(.position(head + 1)) { _ in Issue.record("it was asked") }
        }
        #expect(error?.code == .noSuchPosition)
        await application.close()
    }

    @Test
    func `moments from an event that cannot be applied on are errors, until it is skipped`() async throws {
        let application = try Application.inMemory()
        _ = try await application.items.create(name: "one")
        try await application.store.append(
            [EventData(type: "ItemCreated", data: Array("[]".utf8))],
            to: "item-4a07d6c8-0f5e-4e0c-9b1a-2f7c1d3e5a6b")
        try await application.store.append([EventData(type: "Noise", data: [])], to: "noise")
        func count(_ position: Position) async throws -> Int {
            try await application.asOf(.position(position)) { try await $0.items.fetchAll().elements.count }
        }
        #expect(try await count(1) == 1)
        for position in Position(2)...3 {
            let error = await #expect(throws: EventStoreError.self) { try await count(position) }
            #expect(error?.code == .projectionHalted)
            #expect(error?.position == 2)
        }
        await #expect(throws: EventStoreError.self) { try await application.items.fetchAll() }
        try await application.runtime.skip(2, in: "items", reason: "a faulty import")
        #expect(try await count(3) == 1)
        await application.close()
    }
}

extension Contents {
    init(of reads: ReadSide) async throws {
        items = try await reads.items.fetchAll(limit: 1000, includingDeleted: true).elements
        profiles = try await reads.profiles.fetchAll(limit: 1000).elements
    }

}
