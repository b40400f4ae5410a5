import Nacre
import NacreTesting
import TestStores
import Testing

@Suite(.timeLimit(.minutes(25))) struct FaultyEventStoreTests {
    private let base = InMemoryEventStore()
    private let store: FaultyEventStore

    init() { store = FaultyEventStore(base) }

    private func append(
        _ type: EventType = "Happened", to stream: StreamName = "a-1", expecting expectation: Nacre.Expectation = .any,
        id: EventID? = nil
    ) async throws {
        try await store.append([EventData(id: id, type: type, data: [])], to: stream, expecting: expectation)
    }

    private func types() async throws -> [String] { try await base.readLog().collect().map(\.type.text) }

    @Test func `an injected conflict lists every rule of the commit, and writes nothing`() async throws {
        try await append()
        store.failAppend(with: .conflict)
        let error = try await #require(throws: EventStoreError.self) {
            try await store.append(
                Commit {
                    Expect("a-1", .exact(1))
                    Append(EventData(type: "B", data: []), to: "a-1")
                    Check("b-1", .noStream)
                    Condition(failIfEventsMatch: .tagged("t"), after: 1)
                })
        }
        #expect(error.code == .conflict)
        #expect(error.outcome == .notWritten)
        #expect(error.violations.count == 3)
        #expect(error.violations[0] == .expectation(stream: "a-1", expected: .exact(1), actual: 2))
        #expect(error.violations[1] == .check(stream: "b-1", expected: .noStream, actual: 1))
        guard case .condition(0, _, let conflict) = error.violations[2] else { throw error }
        #expect(conflict.position == 2)
        #expect(conflict.tags == ["t"])
        #expect(try await types() == ["Happened"])
        try await append("B", expecting: .exact(1))
        #expect(try await types() == ["Happened", "B"])
    }

    @Test func `an injected conflict passes over commits without rules`() async throws {
        store.failAppend(with: .conflict)
        try await append()
        let error = await #expect(throws: EventStoreError.self) { try await append(expecting: .streamExists) }
        #expect(error?.violations == [.expectation(stream: "a-1", expected: .streamExists, actual: 0)])
    }

    @Test func `an injected earlier commit makes the store itself report the conflict`() async throws {
        try await append("A")
        store.precedeAppend(with: Commit([EventData(type: "Theirs", data: [])], to: "a-1"))
        let error = await #expect(throws: EventStoreError.self) { try await append("Ours", expecting: .exact(1)) }
        #expect(error?.violations == [.expectation(stream: "a-1", expected: .exact(1), actual: 2)])
        try await append("Ours", expecting: .exact(2))
        #expect(try await types() == ["A", "Theirs", "Ours"])
    }

    @Test func `a disk failure before writing leaves nothing, and stops appends until the store is reopened`()
        async throws
    {
        store.failAppend(with: .notWritten)
        for _ in 1...3 {
            let error = await #expect(throws: EventStoreError.self) { try await append() }
            #expect(error?.code == .appendsStopped)
            #expect(error?.outcome == .notWritten)
        }
        #expect(try await store.head() == 0)
        store.reopen()
        try await append()
        #expect(try await store.head() == 1)
    }

    @Test(arguments: [true, false])
    func `a disk failure during writing has an unknown outcome: the events are written or not`(
        isWritten: Bool
    ) async throws {
        let id = EventID(high: 1, low: 1)
        store.failAppend(with: .unknown(isWritten: isWritten))
        let error = await #expect(throws: EventStoreError.self) { try await append(id: id) }
        #expect(error?.code == .appendsStopped)
        #expect(error?.outcome == .unknown)
        #expect(error?.message.contains("repeat it under the same ids") == true)
        #expect(try await base.head() == (isWritten ? 1 : 0))
        let later = await #expect(throws: EventStoreError.self) { try await append() }
        #expect(later?.outcome == .notWritten)
        store.reopen()
        let repeated = try await store.append([EventData(id: id, type: "Happened", data: [])], to: "a-1")
        #expect(repeated.wasAlreadyCommitted == isWritten)
        #expect(try await base.head() == 1)
    }

    @Test func `any error can be injected`() async throws {
        struct Odd: Error {}
        store.failAppend(with: .error(Odd()))
        await #expect(throws: Odd.self) { try await append() }
        store.failRead(with: Odd())
        await #expect(throws: Odd.self) { try await store.head() }
        #expect(try await types().isEmpty)
    }

    @Test func `the n-th append fails, of all appends or of those to a stream`() async throws {
        store.failAppend(2, to: "b-1", with: .conflict)
        store.failAppend(4, with: .error(CancellationError()))
        try await append("1", to: "b-1", expecting: .noStream)
        try await append("2", to: "a-1", expecting: .noStream)
        await #expect(throws: EventStoreError.self) { try await append("3", to: "b-1", expecting: .exact(1)) }
        await #expect(throws: CancellationError.self) { try await append("4", to: "a-1") }
        try await append("5", to: "b-1", expecting: .exact(1))
        #expect(try await types() == ["1", "2", "5"])
    }

    @Test func `every append fails until the store recovers`() async throws {
        store.failEveryAppend(to: "a-1", with: .conflict)
        for _ in 1...3 {
            await #expect(throws: EventStoreError.self) { try await append(expecting: .noStream) }
        }
        try await append(to: "b-1", expecting: .noStream)
        store.recover()
        try await append(expecting: .noStream)
    }

    @Test func `a held append writes nothing until its gate opens`() async throws {
        let gate = store.holdAppend(to: "a-1")
        async let held: Void = append("Held")
        try await gate.reached()
        try await append("Other", to: "b-1")
        #expect(try await types() == ["Other"])
        gate.open()
        try await held
        #expect(try await types() == ["Other", "Held"])
    }

    @Test func `an open gate holds no append`() async throws {
        let gate = store.holdAppend()
        gate.open()
        try await append()
        try await gate.reached()
        #expect(try await store.head() == 1)
    }

    @Test func `a held append that is cancelled is withdrawn`() async throws {
        let gate = store.holdAppend()
        let held = Task { try await append() }
        try await gate.reached()
        held.cancel()
        await #expect(throws: CancellationError.self) { try await held.value }
        gate.open()
        #expect(try await store.head() == 0)
    }

    @Test func `several faults of one append happen in order`() async throws {
        let gate = store.holdAppend()
        store.precedeAppend(with: Commit([EventData(type: "Theirs", data: [])], to: "a-1"))
        let ours = Task { try await append(expecting: .noStream) }
        try await gate.reached()
        #expect(try await types().isEmpty)
        gate.open()
        await #expect(throws: EventStoreError.self) { try await ours.value }
        #expect(try await types() == ["Theirs"])
    }

    @Test func `every kind of read fails once with an I/O error, then succeeds`() async throws {
        try await append()
        let reads: [@Sendable (FaultyEventStore) async throws -> Void] = [
            { _ = try await $0.read("a-1").collect() }, { _ = try await $0.readLog().collect() },
            { _ = try await $0.event(at: 1) }, { _ = try await $0.event(withID: EventID(high: 0, low: 0)) },
            { _ = try await $0.head() }, { _ = try await $0.version(of: "a-1") },
            { _ = try await $0.checkpoint(at: 1) },
            { for try await _ in $0.subscribe() { break } },
        ]
        for read in reads {
            store.failRead()
            let error = await #expect(throws: EventStoreError.self) { try await read(store) }
            #expect(error?.code == .inputOutput)
            try await read(store)
        }
    }

    @Test func `reads of one stream fail, other reads succeed`() async throws {
        try await append()
        store.failEveryRead(of: "a-1")
        #expect(try await store.readLog().collect().count == 1)
        #expect(try await store.read("b-1").collect().isEmpty)
        for _ in 1...2 {
            await #expect(throws: EventStoreError.self) { try await store.read("a-1").collect() }
            await #expect(throws: EventStoreError.self) { try await store.version(of: "a-1") }
        }
        try await append()
    }

    @Test func `a mapped scan fails once like any read, and waits where a read is held`() async throws {
        let log = try #require(store.mappedLog)
        try await append()
        store.failRead()
        let error = #expect(throws: EventStoreError.self) { try log.positions() }
        #expect(error?.code == .inputOutput)
        #expect(try log.positions() == [1])
        let gate = store.holdRead()
        let executor = SerialBlockingExecutor(named: "scan")
        async let held = executor.run { try log.positions() }
        try await gate.reached()
        // Iteration has not begun yet, so it sees this event.
        try await append()
        gate.open()
        let positions = try await held
        #expect(positions == [1, 2])
    }

    @Test func `a faulty store has no mapped log if the store in it has none`() {
        #expect(FaultyEventStore(UnmappedStore()).mappedLog == nil)
    }

    @Test func `a held read waits`() async throws {
        let gate = store.holdRead(2, of: "a-1")
        #expect(try await store.version(of: "a-1") == 0)
        async let held = store.version(of: "a-1")
        try await gate.reached()
        try await append()
        gate.open()
        let version = try await held
        #expect(version == 1)
    }
}
