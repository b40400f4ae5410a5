import DomainKit
import Nacre
import NacreRuntime
import TestRandomness
import Testing

@testable import NacreTool

@Suite("Stories")
struct StoryTests {
    private let runtime: Runtime

    init() throws {
        runtime = try Runtime(on: Storage(store: InMemoryEventStore())) { DeciderDeclaration(ThingDecider.self) }
    }

    private func name(_ name: String) throws -> EventData { try ThingDecider.Event.codec.encode(.named(name)) }

    private func told(_ stream: StreamName) async throws -> [ToldEvent] {
        var told: [ToldEvent] = []
        try await Story(in: runtime).tell(stream) { told.append($0) }
        return told
    }

    private func changes(_ told: ToldEvent) -> [String]? {
        guard case .changes(let changes) = told.effect else { return nil }
        return changes.map(\.words)
    }

    @Test("a story has each event with what it changed, foreign and undecodable ones included")
    func effects() async throws {
        let type = try name("a").type
        for event in [
            try name("a"), try name("a"), EventData(type: "Foreign", data: Array("{}".utf8)), try name("b"),
            EventData(type: type, data: Array("[]".utf8)), try name("c"),
        ] {
            try await runtime.store.append([event], to: "thing-1")
        }
        let told = try await told("thing-1")
        #expect(changes(told[0]) == [#"name: null → "a""#])
        #expect(changes(told[1]) == [])
        #expect(told[2].effect == .foreign)
        #expect(changes(told[3]) == [#"name: "a" → "b""#])
        guard case .undecodable = told[4].effect else {
            Issue.record("\(told[4].effect)")
            return
        }
        // After an event that cannot be decoded, the state is not known.
        #expect(told[5].effect == .unknown)
        #expect(told.map { $0.cells[5] }.dropFirst(1).first == "(nothing)")
        #expect(told[2].cells[5] == "(not known to the decider)")
    }

    @Test("a story has the events of other streams in the commit, the nearest ones of a large commit")
    func commits() async throws {
        try await runtime.store.append([name("a")], to: "thing-1")
        try await runtime.store.append(
            Commit(entries: [
                .init(stream: "other-1", event: EventData(type: "First", data: [])),
                .init(stream: "thing-1", event: try name("b")), .init(stream: "thing-1", event: try name("c")),
                .init(stream: "other-2", event: EventData(type: "LastOne", data: [])),
            ]))
        let told = try await told("thing-1")
        #expect(told[0].others.isEmpty && !told[0].hasMoreOthers)
        for event in told[1...] {
            #expect(event.others.map(\.position) == [2, 5])
            #expect(!event.hasMoreOthers)
            #expect(event.cells[5].hasSuffix("; with first in other-1, last one in other-2"))
        }
        let large = (0..<40).map { _ in Commit.Entry(stream: "other-1", event: EventData(type: "T", data: [])) }
        try await runtime.store.append(
            Commit(entries: large + [.init(stream: "thing-2", event: try name("b"))] + large))
        let inLarge = try #require(try await self.told("thing-2").first)
        #expect(inLarge.hasMoreOthers)
        let position = inLarge.event.position
        #expect(inLarge.others.map(\.position) == Array(position - 8..<position) + Array(position + 1...position + 8))
    }

    @Test("in generated histories, the streams of a value are those whose states have had it")
    func property() async throws {
        var random = SeededGenerator(seed: 5)
        let names = ["a.md", "b/c.md", "\"q\"", "é", "a.md\n", "ab"]
        var held: [String: [String: Position]] = [:]
        for number in 1...200 {
            let stream = "thing-\(random.below(20))"
            let name = names[random.below(names.count)]
            if random.chance(20) {
                try await runtime.store.append([ThingDecider.Event.codec.encode(.removed)], to: StreamName(stream))
            } else if random.chance(10) {
                // The text alone does not make it a name.
                try await runtime.store.append(
                    [EventData(type: "Noise", data: Array(#"{"named":{"_0":"a.md"}}"#.utf8))], to: StreamName(stream))
            } else {
                try await runtime.store.append([self.name(name)], to: StreamName(stream))
                if held[name]?[stream] == nil { held[name, default: [:]][stream] = Position(number) }
            }
        }
        for name in names {
            let condition = try StateCondition(parsing: "name=\(name)")
            let found = try await StreamsByValue(in: runtime, where: condition).find { _, _ in }.streams
            let expected = (held[name] ?? [:]).sorted { $0.value < $1.value }.map(\.key)
            #expect(found.map(\.text) == expected, "\(name)")
        }
        let none = try await StreamsByValue(in: runtime, where: StateCondition(parsing: "name=zz")).find { _, _ in }
        #expect(none.streams.isEmpty && none.foldedCount == 0)
        let error = await #expect(throws: CommandError.self) {
            try await StreamsByValue(
                in: runtime, where: StateCondition(parsing: "name=a.md"), maxStreams: 2
            ).find { _, _ in }
        }
        #expect(error?.code == .badInput)
    }

    @Test("a value is found that the data has only escaped, in other case, or not at all")
    func implied() async throws {
        let id = "4a0712f3-6b1c-4f0e-9d5a-2f6f0d1b7c11"
        let plain = try name("XY")
        let escaped = String(decoding: plain.data, as: UTF8.self).replacing("XY", with: #"\u65e5\u672c"#)
        try await runtime.store.append([EventData(type: plain.type, data: Array(escaped.utf8))], to: "thing-1")
        try await runtime.store.append([name(id)], to: "thing-2")
        try await runtime.store.append([name("b"), ThingDecider.Event.codec.encode(.removed)], to: "thing-3")
        func found(_ text: String) async throws -> [StreamName] {
            try await StreamsByValue(in: runtime, where: StateCondition(parsing: text)).find { _, _ in }.streams
        }
        #expect(try await found("name=\u{65E5}\u{672C}") == ["thing-1"])
        #expect(try await found("name=\(id.uppercased())") == ["thing-2"])
        #expect(try await found("name=null") == ["thing-3"])
        #expect(try await found("name=7").isEmpty)
        let error = await #expect(throws: CommandError.self) { try await found("nam=b") }
        #expect(error?.code == .noSuchField)
    }

    @Test("a condition without a path, a sign or a value is refused")
    func conditions() throws {
        for text in ["", "=a", "name", "name=", "name~a", "name!=a"] {
            #expect(throws: JSONPathError.self, "\(text)") { try StateCondition(parsing: text) }
        }
        #expect(try StateCondition(parsing: #"totals["a=b"]=3"#).value == "3")
        #expect(try StateCondition(parsing: "lines[0].name=a=b").path.text == "lines[0].name")
    }
}
