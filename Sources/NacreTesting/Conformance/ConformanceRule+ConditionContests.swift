internal import Nacre

extension ConformanceRule {
    /// Concurrent tasks whose append conditions depend on each other's events.
    static let conditionContests: [ConformanceRule] = [
        .core("of many tasks that claim a free tag, exactly one wins each tag, and the others learn the winner") {
            store in
            let tags = (0..<4).map { Tag("name:\($0)") }
            let outcomes = try await results(of: 64) { number -> (Tag, Result<Position, EventStoreError>) in
                let tag = tags[number % tags.count]
                let claim = Commit {
                    Append(.fact("\(number)", type: "Claimed", tags: ["other", tag]), to: "person-\(number)")
                    Condition(failIfEventsMatch: .tagged(tag))
                }
                do {
                    return (tag, .success(try await store.append(claim).lastPosition))
                } catch let error as EventStoreError {
                    return (tag, .failure(error))
                }
            }
            try requireEqual(try await store.head(), Position(tags.count), "the head")
            for tag in tags {
                let results = outcomes.filter { $0.0 == tag }.map(\.1)
                let winners = results.compactMap { try? $0.get() }
                try requireEqual(winners.count, 1, "the number of winners of \(tag)")
                let expected = Violation.condition(
                    index: 0, condition: AppendCondition(failIfEventsMatch: .tagged(tag)),
                    conflict: conflict(winners[0], "Claimed", "other", tag))
                for case .failure(let error) in results {
                    try requireEqual(error.violations, [expected], "the violations of a loser")
                }
            }
        },
        .core("requests are evaluated in order, each seeing earlier ones; a failed one is rejected alone") {
            store in
            // Each append requires exactly the count that it read: in any order, no two append at the same count.
            let counts = try await results(of: 48) { number -> Int in
                while true {
                    let seen = try await store.readLog(matching: .types("Counted")).collect()
                    let count = Commit {
                        Append(.fact("\(seen.count)", type: "Counted"), to: "counter-\(number)")
                        Condition(failIfEventsMatch: .types("Counted"), after: seen.last?.position ?? 0)
                    }
                    async let other = store.append([.fact(type: "Other")], to: "other-\(number)")
                    do {
                        _ = try await store.append(count)
                        _ = try await other
                        return seen.count
                    } catch let error as EventStoreError where error.code == .conflict {
                        _ = try await other
                        guard case .condition(0, _, let conflict)? = error.violations.first else { throw error }
                        try require(
                            conflict.position > seen.last?.position ?? 0, "a conflict that was read before: \(conflict)"
                        )
                        let event = try await store.event(at: conflict.position)
                        try requireEqual(event.type, "Counted", "the type of the conflicting event")
                    }
                }
            }
            try requireEqual(counts.sorted(), [Int](0..<48), "what was counted")
            let log = try await store.everything().filter { $0.type == "Counted" }
            try requireEqual(log.texts, (0..<48).map { "\($0)" }, "the events")
        },
    ]
}
