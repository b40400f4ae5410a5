internal import Nacre

extension ConformanceRule {
    /// Append conditions match the same events as reads.
    static let conditionQueries: [ConformanceRule] = [
        .core("a condition's query matches the same events as a read's query") { store in
            try await store.append(
                Commit {
                    Append(.fact(type: "Made", tags: ["a", "b"]), to: "item-1")
                    Append(.fact(type: "Made", tags: ["b"]), to: "items-1")
                    Append(.fact(type: "Moved", tags: ["c"]), to: "item")
                    Append(.fact(type: "Caf\u{E9}", tags: ["caf\u{E9}"]), to: "caf\u{E9}-1")
                })
            let queries: [Query] = [
                .all, .types("Made"), .types("Moved", "Gone"), .types("Gone"), .categories("item"),
                .categories("items", "none"), .categories("it"), .tagged("a"), .tagged("b"),
                .tagged("a", "b"), .tagged("b", "c"), .tagged("caf\u{E9}"), .tagged("cafe\u{301}"),
                .types("Cafe\u{301}"), .categories("cafe\u{301}"), .categories("caf\u{E9}"), .types("a"),
                .tagged("Made"), .tagged("item"),
                Query([.init(types: ["Made"], categories: ["item"], tags: ["b"])]),
                Query([.init(types: ["Made"], categories: ["item"], tags: ["c"])]),
                Query([.init(types: ["Moved"], categories: ["items"]), .init(tags: ["c"])]),
                Query([.init(tags: ["c"]), .init(types: ["Made"], tags: ["b"])]), Query([.init()]),
            ]
            for query in queries {
                for after in 0...4 as ClosedRange<Position> {
                    try await requireSame(store, query, after)
                }
            }
        },
        .core("a commit has at most 100 conditions") { store in
            let conditions = (0...100).map { AppendCondition(failIfEventsMatch: .tagged(Tag("t\($0)"))) }
            var commit = Commit(entries: [.init(stream: "s", event: .fact())], conditions: conditions)
            try await store.requireOutsideLimit(commit, naming: [100, 101], "101 conditions")
            commit.conditions.removeLast()
            try requireEqual(try await store.append(commit).positions, [1], "the positions of a commit with 100")
        },
        .core("a repeat succeeds even if its conditions no longer hold") { store in
            let event = EventData.fact(id: .random(), tags: ["a"])
            let claim = commit(event, under: .init(failIfEventsMatch: .tagged("a")))
            let first = try await store.append(claim)
            try await store.append([.fact(tags: ["a"])], to: "s-1")
            let again = try await store.append(claim)
            try require(again.wasAlreadyCommitted, "the repeat is not marked")
            try requireEqual(again.positions, first.positions, "the positions of the repeat")
            let stricter = commit(event, under: .init(failIfEventsMatch: .all))
            try require(try await store.append(stricter).wasAlreadyCommitted, "the stricter repeat is not marked")
            try requireEqual(try await store.head(), 2, "the head")
        },
        .core("a partial repeat is reported even if a condition fails too") { store in
            let event = EventData.fact(id: .random())
            try await store.append([event], to: "new-1")
            var partial = commit(event, under: .init(failIfEventsMatch: .all))
            partial.entries.append(.init(stream: "new-1", event: .fact(id: .random())))
            try await store.requireRefused(partial, .idempotencyMismatch, "the commit")
        },
        .core("a condition beyond the head is reported even if the events are already recorded") { store in
            let event = EventData.fact(id: .random())
            try await store.append([event], to: "new-1")
            try await store.requireRefused(
                commit(event, under: .init(failIfEventsMatch: .tagged("a"), after: 2)), .invalidArgument,
                "the repeat")
        },
        .core("a condition beyond the head is reported even if an expectation fails too") { store in
            var late = commit(under: .init(failIfEventsMatch: .tagged("a"), after: 2))
            late.expectations = [.init(stream: "new-1", expectation: .streamExists)]
            try await store.requireRefused(late, .invalidArgument, "the commit")
        },
    ]

    /// Checks that a condition fails if and only if a read finds an event, and names the first event found.
    static func requireSame(_ store: any EventStore, _ query: Query, _ after: Position) async throws {
        let found = try await store.readLog(.forward(after: after), matching: query, limit: 1).collect().first
        // The commit cannot succeed, so the log stays unchanged: the test is whether the condition is among the
        // violations.
        let condition = AppendCondition(failIfEventsMatch: query, after: after)
        var commit = commit(under: condition)
        commit.expectations = [.init(stream: "new-1", expectation: .streamExists)]
        let error = try await store.requireRefused(commit, .conflict, "the commit")
        let expected = found.map { event in
            Violation.condition(
                index: 0, condition: condition,
                conflict: ConflictingEvent(position: event.position, type: event.type, tags: event.tags))
        }
        try requireEqual(
            error.violations.filter { if case .condition = $0 { true } else { false } }, expected.map { [$0] } ?? [],
            "the violated condition for \(query) after \(after)")
    }
}
