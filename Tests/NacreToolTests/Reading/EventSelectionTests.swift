import Nacre
import Testing

@testable import NacreTool

@Suite("Event selection")
struct EventSelectionTests {
    private let store = InMemoryEventStore()

    /// Ten events: odd ones of type A in stream `s-1`, even ones of type B in `s-2`, every third one tagged `x`,
    /// every fourth one by `ada`.
    init() async throws {
        for number in 1...10 {
            let event = EventData(
                type: number % 2 == 1 ? "A" : "B", tags: (number % 3 == 0 ? ["x"] : []) + ["all"],
                data: Array("\(number)".utf8),
                metadata: try EventContext(
                    correlationID: "c-\(number / 4)", causationID: number == 1 ? nil : "e-\(number - 1)",
                    actor: number % 4 == 0 ? "ada" : nil
                ).metadata)
            try await store.append([event], to: number % 2 == 1 ? "s-1" : "s-2")
        }
    }

    private func positions(_ selection: EventSelection) async throws -> [Position] {
        var positions: [Position] = []
        try await selection.forEach(in: store, tool: "shop") { positions.append($0.position) }
        return positions
    }

    @Test("without options, the whole log is read in order")
    func all() async throws {
        #expect(try await positions(EventSelection()) == Array(1...10))
    }

    @Test("backward reads the newest events first")
    func backward() async throws {
        #expect(try await positions(EventSelection(isBackward: true, limit: 3)) == [10, 9, 8])
    }

    @Test("after is a lower bound in either direction")
    func after() async throws {
        #expect(try await positions(EventSelection(after: 7)) == [8, 9, 10])
        #expect(try await positions(EventSelection(after: 7, isBackward: true)) == [10, 9, 8])
        #expect(try await positions(EventSelection(after: 10)) == [])
        #expect(try await positions(EventSelection(after: 10, isBackward: true)) == [])
    }

    @Test("for a stream, after is a version")
    func afterInStream() async throws {
        #expect(try await positions(EventSelection(stream: "s-2", after: 3)) == [8, 10])
        #expect(try await positions(EventSelection(stream: "s-2", after: 3, isBackward: true)) == [10, 8])
    }

    @Test("an event matches one of the types and all of the tags")
    func query() async throws {
        #expect(
            try await positions(EventSelection(with: EventCriteria(item: .init(types: ["B"])))) == [2, 4, 6, 8, 10])
        #expect(
            try await positions(
                EventSelection(with: EventCriteria(item: .init(types: ["A", "B"], tags: ["x", "all"])))) == [3, 6, 9])
        #expect(
            try await positions(EventSelection(with: EventCriteria(item: .init(types: ["A"], tags: ["x"])))) == [3, 9])
        #expect(try await positions(EventSelection(with: EventCriteria(item: .init(types: ["C"])))) == [])
    }

    @Test("events are filtered by correlation, causation and actor, of the log and of a stream")
    func contexts() async throws {
        #expect(
            try await positions(EventSelection(with: EventCriteria(item: .init(correlations: ["c-1"])))) == [
                4, 5, 6, 7,
            ])
        #expect(
            try await positions(EventSelection(with: EventCriteria(item: .init(causations: ["e-1", "e-9"])))) == [
                2, 10,
            ])
        #expect(try await positions(EventSelection(with: EventCriteria(item: .init(actors: ["ada"])))) == [4, 8])
        let both = Query.Item(correlations: ["c-1", "c-2"], actors: ["ada"])
        #expect(try await positions(EventSelection(stream: "s-2", limit: 1, with: EventCriteria(item: both))) == [4])
        #expect(try await positions(EventSelection(stream: "s-1", with: EventCriteria(item: both))) == [])
    }

    @Test("events are filtered by content, ids and times, and the limit counts those that match")
    func content() async throws {
        let seven = EventCriteria(texts: [ByteSearch("7", ignoringCase: false)])
        #expect(try await positions(EventSelection(with: seven)) == [7, 8])
        let high = EventCriteria(item: .init(types: ["B"]), fields: [try FieldCondition(parsing: "data!=4")])
        #expect(try await positions(EventSelection(isBackward: true, limit: 4, with: high)) == [10, 8, 6, 2])
        #expect(try await positions(EventSelection(stream: "s-2", limit: 2, with: high)) == [2, 6])
        let events = try await store.readLog(.forward()).reduce(into: [RecordedEvent]()) { $0.append($1) }
        let ids = EventCriteria(ids: [try #require(IDPrefix(events[4].id.description))])
        #expect(try await positions(EventSelection(with: ids)) == [5])
        let (since, until) = (events[3].recordedAt, events[5].recordedAt)
        let expected = events.filter { $0.recordedAt >= since && $0.recordedAt <= until }.map(\.position)
        let times = EventCriteria(since: since, until: until)
        #expect(try await positions(EventSelection(with: times)) == expected)
        #expect(try await positions(EventSelection(isBackward: true, with: times)) == expected.reversed())
    }

    @Test("a stream is filtered too, and the limit counts matching events")
    func filteredStream() async throws {
        #expect(
            try await positions(EventSelection(stream: "s-1", limit: 1, with: EventCriteria(item: .init(tags: ["x"]))))
                == [3])
        #expect(
            try await positions(EventSelection(stream: "s-1", limit: 5, with: EventCriteria(item: .init(tags: ["x"]))))
                == [3, 9])
        #expect(
            try await positions(
                EventSelection(stream: "s-1", isBackward: true, limit: 1, with: EventCriteria(item: .init(tags: ["x"])))
            )
                == [9])
    }

    @Test("a stream that does not exist is an error")
    func missingStream() async throws {
        let error = await #expect(throws: CommandError.self) { try await positions(EventSelection(stream: "nope")) }
        #expect(error?.code == .noSuchStream)
        #expect(error?.message.hasSuffix("with shop streams") == true)
    }

    @Test("an empty log yields no events and no error")
    func emptyLog() async throws {
        var count = 0
        try await EventSelection().forEach(in: InMemoryEventStore(), tool: "shop") { _ in count += 1 }
        #expect(count == 0)
    }

    @Test("a bound beyond the end is an error", arguments: [false, true])
    func beyond(isBackward: Bool) async throws {
        let log = await #expect(throws: EventStoreError.self) {
            try await positions(EventSelection(after: 11, isBackward: isBackward))
        }
        #expect(log?.code == .noSuchPosition)
        let stream = await #expect(throws: CommandError.self) {
            try await positions(EventSelection(stream: "s-1", after: 6, isBackward: isBackward))
        }
        #expect(stream?.code == .badInput)
    }

    @Test("names outside their limits are errors")
    func badNames() async throws {
        for selection in [
            EventSelection(stream: ""), EventSelection(with: EventCriteria(item: .init(types: [""]))),
            EventSelection(with: EventCriteria(item: .init(tags: ["a\n"]))),
            EventSelection(with: EventCriteria(item: .init(actors: [""]))),
        ] {
            let error = await #expect(throws: EventStoreError.self) { try await positions(selection) }
            #expect(error?.code == .invalidArgument)
        }
    }
}
