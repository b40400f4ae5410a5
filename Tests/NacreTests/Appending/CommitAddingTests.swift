import Nacre
import TestRandomness
import Testing

@Suite
struct CommitAddingTests {
    private func commit(_ stream: StreamName, _ expectation: Nacre.Expectation = .any) -> Commit {
        Commit([EventData(type: "Happened", data: Array(stream.text.utf8))], to: stream, expecting: expectation)
    }

    @Test
    func `the events of the left commit come first, and all are appended at once`() async throws {
        let store = InMemoryEventStore()
        try await store.append(commit("b-1", .noStream) + commit("a-1", .noStream) + commit("b-1"))
        let events = try await store.readLog().collect()
        #expect(events.map(\.stream) == ["b-1", "a-1", "b-1"])
        #expect(events.map(\.isLastOfCommit) == [false, false, true])
    }

    @Test
    func `of two compatible expectations of one stream the stronger one remains`() throws {
        let sum = try commit("a-1", .streamExists) + commit("a-1", .exact(5)) + commit("a-1")
        #expect(sum.expectations == [Commit.Guard(stream: "a-1", expectation: .exact(5))])
    }

    @Test
    func `contradictory expectations are rejected with the stream's name, and change nothing`() throws {
        var sum = commit("a-1", .exact(5))
        let error = #expect(throws: EventStoreError.self) { try sum += commit("a-1", .exact(6)) }
        #expect(error?.code == .invalidArgument)
        #expect(
            error?.message == """
                the added commits contradict each other: stream "a-1" is expected at version 5 and at version 6: \
                decide both on the same state of the stream
                """)
        #expect(sum.entries.count == 1)
        #expect(sum.expectations == [Commit.Guard(stream: "a-1", expectation: .exact(5))])
    }

    @Test
    func `a check of a stream that the other commit writes becomes its expectation`() async throws {
        let store = InMemoryEventStore()
        try await store.append(commit("b-1"))
        let checking = Commit {
            Append(EventData(type: "Happened", data: []), to: "a-1")
            Check("b-1", .exact(1))
        }
        let sum = try checking + commit("b-1")
        #expect(sum.checks.isEmpty)
        #expect(sum.expectations == [Commit.Guard(stream: "b-1", expectation: .exact(1))])
        try await store.append(sum)
        await #expect(throws: EventStoreError.self) { try await store.append(checking + commit("b-1")) }
    }

    @Test
    func `of two conditions with one query the earlier one remains`() throws {
        let (tag, type) = (Query.tagged("name:ada"), Query.types("Happened"))
        var (left, right) = (commit("a-1"), commit("b-1"))
        left.conditions = [AppendCondition(failIfEventsMatch: tag, after: 7)]
        right.conditions = [
            AppendCondition(failIfEventsMatch: type, after: 9), AppendCondition(failIfEventsMatch: tag, after: 3),
        ]
        let sum = try left + right
        #expect(
            sum.conditions == [
                AppendCondition(failIfEventsMatch: tag, after: 3), AppendCondition(failIfEventsMatch: type, after: 9),
            ])
    }

    /// A commit of a few events and rules over few streams and types, with valid parts.
    private func randomCommit(_ random: inout SeededGenerator) -> Commit {
        let streams: [StreamName] = ["a-1", "a-2", "b-1"]
        let types: [EventType] = ["X", "Y", "Z"]
        let expectations: [Nacre.Expectation] = [.any, .noStream, .streamExists, .exact(0), .exact(1), .exact(2)]
        var commit = Commit(entries: [])
        for stream in streams {
            let written = random.below(3)
            for _ in 0..<written {
                let event = EventData(type: types[random.below(3)], data: [])
                commit.entries.insert(.init(stream: stream, event: event), at: random.below(commit.entries.count + 1))
            }
            guard random.chance(60) else { continue }
            let guarded = Commit.Guard(stream: stream, expectation: expectations[random.below(expectations.count)])
            if written > 0 { commit.expectations.append(guarded) } else { commit.checks.append(guarded) }
        }
        for type in types where random.chance(15) {
            commit.conditions.append(
                AppendCondition(failIfEventsMatch: .types(type), after: Position(random.below(3))))
        }
        return commit
    }

    /// A log of a few events in the same streams; no condition refers to a position after its head.
    private func randomLog(_ random: inout SeededGenerator) -> [(stream: StreamName, type: EventType)] {
        let streams: [StreamName] = ["a-1", "a-2", "b-1"]
        return (0..<2 + random.below(3)).map { _ in (streams[random.below(3)], ["X", "Y", "Z"][random.below(3)]) }
    }

    /// Whether the rules of a commit hold in a log: the oracle, independent of how commits are added.
    private func holds(_ commit: Commit, in log: [(stream: StreamName, type: EventType)]) -> Bool {
        (commit.expectations + commit.checks).allSatisfy { guarded in
            guarded.expectation.holds(at: StreamVersion(log.count { $0.stream == guarded.stream }))
        }
            && commit.conditions.allSatisfy { condition in
                !log.dropFirst(Int(condition.after)).contains { condition.failIfEventsMatch == .types($0.type) }
            }
    }

    @Test(arguments: 0..<8 as Range<UInt64>)
    func `a sum succeeds exactly where both commits would, and rejects impossible rules`(
        seed: UInt64
    ) async throws {
        var random = SeededGenerator(seed: seed)
        var (taken, refused, contradicting) = (0, 0, 0)
        for _ in 0..<250 {
            let (left, right) = (randomCommit(&random), randomCommit(&random))
            guard !left.isEmpty || !right.isEmpty else { continue }
            let log = randomLog(&random)
            let guards = left.expectations + left.checks + right.expectations + right.checks
            let canHold = Set(guards.map(\.stream)).allSatisfy { stream in
                (0...4).contains { version in
                    guards.allSatisfy { $0.stream != stream || $0.expectation.holds(at: version) }
                }
            }
            guard canHold else {
                contradicting += 1
                #expect(throws: EventStoreError.self) { try left + right }
                continue
            }
            let store = InMemoryEventStore()
            for event in log { try await store.append([EventData(type: event.type, data: [])], to: event.stream) }
            let sum = try left + right
            #expect(sum.entries == left.entries + right.entries)
            if holds(left, in: log), holds(right, in: log) {
                taken += 1
                try await store.append(sum)
            } else {
                refused += 1
                let error = await #expect(throws: EventStoreError.self) { try await store.append(sum) }
                #expect(error?.code == .conflict)
            }
        }
        #expect(min(taken, refused, contradicting) > 5)
    }
}
