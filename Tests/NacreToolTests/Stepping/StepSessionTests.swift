import Nacre
import NacreRuntime
import TestRandomness
import Testing

@testable import NacreTool

@Suite("Stepping through events")
struct StepSessionTests {
    private let runtime: Runtime

    init() throws {
        runtime = try Runtime(on: Storage(store: InMemoryEventStore())) { DeciderDeclaration(ThingDecider.self) }
    }

    private func fill(_ events: Int, streams: Int = 3) async throws {
        var random = SeededGenerator(seed: 3)
        for number in 1...events {
            let event: ThingDecider.Event = random.chance(20) ? .removed : .named("n\(number)")
            try await runtime.store.append(
                [ThingDecider.Event.codec.encode(event)], to: StreamName("thing-\(random.below(streams))"))
        }
    }

    private func session(_ stream: StreamName?) async throws -> StepSession {
        StepSession(through: StateSteps(of: stream, in: runtime), upTo: try await runtime.store.head())
    }

    /// The name that the shown state has, as JSON.
    private func name(_ step: Step?) -> String? {
        guard case .state(let state?, _) = step?.content else { return nil }
        return state.fields().first { $0.path == "name" }.map { String(decoding: $0.json, as: UTF8.self) }
    }

    @Test("in any order, each event is shown with the state of its stream after it", arguments: [nil, "thing-1"])
    func anyOrder(stream: String?) async throws {
        try await fill(700)
        var states: [Position: String] = [:]
        let events = try await runtime.store.readLog().collect()
        for stream in Set(events.map(\.stream)) {
            for event in events where event.stream == stream {
                let happened = try #require(try ThingDecider.Event.codec.decode(event))
                states[event.position] = if case .named(let name) = happened { "\"\(name)\"" } else { "null" }
            }
        }
        let positions = events.filter { stream == nil || $0.stream.text == stream }.map(\.position)
        var session = try await session(stream.map { StreamName($0) })
        var random = SeededGenerator(seed: 8)
        try await session.perform(.first)
        var index = 0
        for _ in 0..<300 {
            #expect(session.step?.event.position == positions[index])
            #expect(name(session.step) == states[positions[index]])
            switch random.below(10) {
            case 0:
                index = random.below(positions.count)
                try await session.perform(.goTo(positions[index]))
            case 1...3:
                let isAtStart = index == 0
                try await session.perform(.previous)
                #expect((session.notice == "this is the first event") == isAtStart)
                index = max(0, index - 1)
            case 4:
                index = positions.count - 1
                try await session.perform(.last)
            default:
                let isAtEnd = index == positions.count - 1
                try await session.perform(.next)
                #expect((session.notice == "this is the last event") == isAtEnd)
                index = min(positions.count - 1, index + 1)
            }
        }
    }

    @Test("a position between the events leads to the next one, one after them to the last")
    func positions() async throws {
        for stream in ["thing-1", "other-1", "thing-1"] as [StreamName] {
            try await runtime.store.append([EventData(type: "T", data: [])], to: stream)
        }
        var session = try await session("thing-1")
        try await session.perform(.goTo(2))
        #expect(session.step?.event.position == 3)
        #expect(session.notice == "position 2 is not among them; this is the next one")
        try await session.perform(.goTo(99))
        #expect(session.step?.event.position == 3)
        #expect(session.notice == "no event is at position 99 or after it; this is the last one")
        try await session.perform(.goTo(0))
        #expect(session.step?.event.position == 1)
        var empty = try await self.session("thing-9")
        for action in [.first, .next, .last, .goTo(5)] as [StepAction] {
            try await empty.perform(action)
            #expect(empty.step?.event == nil && empty.notice == "there are no events")
        }
    }

    @Test("the number of kept states is bounded, however long the stream is")
    func bounded() async throws {
        let events = try (1...5_000).map { try ThingDecider.Event.codec.encode(.named("n\($0)")) }
        try await runtime.store.append(events, to: "thing-1")
        var states = StreamStates(of: "thing-1", in: runtime)
        for version in [5_000, 1, 2_500, 4_999, 17] as [StreamVersion] {
            #expect(name(try await states.step(at: version)) == "\"n\(version)\"")
            #expect(states.keptCount <= StreamStates.maxKept)
        }
        #expect(states.keptCount > StreamStates.maxKept / 4)
        #expect(try await states.step(at: 5_001)?.event == nil)
    }

    @Test("lines are commands; anything else is none")
    func commands() {
        let commands: [(String, StepAction?)] = [
            ("", .next), ("n", .next), (" next ", .next), ("p", .previous), ("g 12", .goTo(12)), ("f", .first),
            ("l", .last), ("?", .help), ("q", .quit), ("g", nil), ("g x", nil), ("g -1", nil), ("n 2", nil),
            ("x", nil), ("g 99999999999999999999", nil),
        ]
        for (line, action) in commands { #expect(StepAction(parsing: line) == action, "\(line)") }
    }
}
