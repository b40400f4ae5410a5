import DomainKit
import Nacre
import NacreTesting
import TestRandomness
import Testing

@testable import NacreTool

@Suite("The events that made an append fail")
struct RefusalExplanationTests {
    /// The events that a token leads to.
    private func events(of token: String, in store: any EventStore) async throws -> [Position] {
        guard case .refusal(let refusal) = try RefusalToken.content(of: token) else { return [] }
        let explanation = try await RefusalExplanation(of: refusal, in: store)
        var positions: Set<Position> = []
        for rule in try await explanation.rules() {
            try await explanation.forEachEvent(of: rule) { positions.insert($0.position) }
        }
        return positions.sorted()
    }

    private func conflict(of commit: Commit, in store: any EventStore) async throws -> EventStoreError? {
        do {
            try await store.append(commit)
            return nil
        } catch let error as EventStoreError where error.code == .conflict {
            return error
        }
    }

    /// A store with these commits, in which some events are replaced by others that no rule is about.
    private func store(_ entries: [Commit.Entry], replacing replaced: [Position]) async throws -> InMemoryEventStore {
        let store = InMemoryEventStore()
        for (index, entry) in entries.enumerated() {
            let isReplaced = replaced.contains(Position(index + 1))
            let filler = Commit.Entry(stream: "filler", event: EventData(type: "Filler", data: []))
            try await store.append(Commit(entries: [isReplaced ? filler : entry]))
        }
        return store
    }

    @Test("they are exactly those without which it succeeds", arguments: 0..<40 as Range<UInt64>)
    func property(seed: UInt64) async throws {
        var history = RandomHistory(seed: seed)
        let entries = (0..<(5 + history.random.below(25))).map { _ in history.entry() }
        let store = try await store(entries, replacing: [])
        let commit = try await history.commit(on: store)
        guard let error = try await conflict(of: commit, in: store) else { return }
        // What comes later has not made it fail.
        for _ in 0..<5 { try await store.append(Commit(entries: [history.entry()])) }
        let refusal = try #require(try await RefusedCommit(of: error, in: store))
        let found = try await events(of: try #require(RefusalToken.text(of: refusal)), in: store)
        #expect(!found.isEmpty)

        let without = try await self.store(entries, replacing: found)
        #expect(try await conflict(of: commit, in: without) == nil, "seed \(seed)")
        for position in found {
            let with = try await self.store(entries, replacing: found.filter { $0 != position })
            #expect(try await conflict(of: commit, in: with) != nil, "seed \(seed), position \(position)")
        }
    }

    @Test("if any event makes it fail, they are all that came after its position, up to the head of that time")
    func everything() async throws {
        let store = InMemoryEventStore()
        for number in 0..<4 { try await store.append([EventData(type: "T", data: [])], to: StreamName("s-\(number)")) }
        for query in [Query.all, Query([Query.Item()])] {
            let commit = Commit {
                Append(EventData(type: "T", data: []), to: "s-9")
                Condition(failIfEventsMatch: query, after: 2)
            }
            let error = try #require(try await conflict(of: commit, in: store))
            let refusal = try #require(try await RefusedCommit(of: error, in: store))
            try await store.append([EventData(type: "T", data: [])], to: "later-1")
            let token = try #require(RefusalToken.text(of: refusal))
            #expect(try await events(of: token, in: store) == Array(3...(error.head ?? 0)))
        }
    }

    @Test("an expectation of events that are missing has none, and its words say so")
    func missing() async throws {
        let store = InMemoryEventStore()
        try await store.append([EventData(type: "T", data: [])], to: "s-1")
        let commit = Commit {
            Expect("s-1", .exact(3))
            Append(EventData(type: "T", data: []), to: "s-1")
            Check("s-2", .streamExists)
        }
        let error = try #require(try await conflict(of: commit, in: store))
        let refusal = try #require(try await RefusedCommit(of: error, in: store))
        let rules = try await RefusalExplanation(of: refusal, in: store).rules()
        #expect(
            rules.map(\.words) == [
                "expected s-1 at version 3, it is at 1: no event made it fail, events are missing",
                "expected a stream to exist, it did not exist (version 0): no event made it fail",
            ])
        #expect(try await events(of: try #require(RefusalToken.text(of: refusal)), in: store) == [])
    }
}

/// A history of few names, and commits whose rules are broken by it.
private struct RandomHistory {
    var random: SeededGenerator

    init(seed: UInt64) { random = SeededGenerator(seed: seed) }

    mutating func entry() -> Commit.Entry {
        var event = EventData(
            type: EventType("T\(random.below(3))"),
            tags: (0..<3).filter { _ in random.chance(40) }.map { Tag("t:\($0)") }, data: [])
        if random.chance(60) { event.metadata = Array(#"{"actor":"a\#(random.below(2))"}"#.utf8) }
        return Commit.Entry(stream: StreamName("\(["x", "y"][random.below(2)])-\(random.below(2))"), event: event)
    }

    private mutating func item() -> Query.Item {
        var item = Query.Item()
        // Names of the history, and some that no event has.
        if random.chance(50) { item.types = [EventType("T\(random.below(4))"), "Never"] }
        if random.chance(40) { item.categories = [["x", "y", "z"][random.below(3)]] }
        if random.chance(50) { item.tags = (0..<4).filter { _ in random.chance(35) }.map { Tag("t:\($0)") } }
        if random.chance(30) { item.actors = ["a\(random.below(3))"] }
        // An item without terms matches whatever replaces an event.
        if item == Query.Item() { item.types = ["T0", "T1"] }
        return item
    }

    /// A commit with an expectation of an earlier version, or a condition on an earlier position.
    mutating func commit(on store: any EventStore) async throws -> Commit {
        var commit = Commit(entries: [Commit.Entry(stream: "new-1", event: EventData(type: "New", data: []))])
        if random.chance(50) {
            let stream = StreamName("x-\(random.below(2))")
            let version = try await store.version(of: stream)
            let expected = StreamVersion(random.below(Int(version) + 1))
            commit.checks = [.init(stream: stream, expectation: random.chance(30) ? .noStream : .exact(expected))]
        }
        // One rule alone: an event that a condition forbids may be one that an expectation needs.
        if commit.checks.isEmpty {
            let items = (0..<(1 + random.below(3))).map { _ in item() }
            commit.conditions = [
                AppendCondition(
                    failIfEventsMatch: Query(items), after: Position(random.below(Int(try await store.head()) + 1)))
            ]
        }
        return commit
    }
}
