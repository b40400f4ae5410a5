internal import Nacre

extension ConformanceRule {
    /// A commit of one event with append conditions.
    static func commit(_ event: EventData = .fact(), under conditions: AppendCondition...) -> Commit {
        Commit(entries: [.init(stream: "new-1", event: event)], conditions: conditions)
    }

    /// The conflict caused by an event of the log.
    static func conflict(_ position: Position, _ type: EventType = "Happened", _ tags: Tag...) -> ConflictingEvent {
        ConflictingEvent(position: position, type: type, tags: tags)
    }

    /// Append conditions: rules about events anywhere in the log.
    static let conditions: [ConformanceRule] = [
        .core("a condition holds if no event after its position matches") { store in
            try await store.append(commit(under: .init(failIfEventsMatch: .tagged("a"))))
            try await store.append([.fact(tags: ["a", "b"])], to: "s-1")
            try await store.append(commit(under: .init(failIfEventsMatch: .tagged("a"), after: 2)))
            try await store.append(commit(under: .init(failIfEventsMatch: .tagged("c"), after: 0)))
            try await store.append(commit(under: .init(failIfEventsMatch: .all, after: 4)))
            try requireEqual(try await store.head(), 5, "the head")
        },
        .core("a condition fails if an event after its position matches: a conflict with the first such event") {
            store in
            try await store.append([.fact(tags: ["a"]), .fact(tags: ["b"])], to: "s-1")
            try await store.append(
                [.fact(type: "Met", tags: ["x", "a"]), .fact(type: "Left", tags: ["a"])], to: "s-1")
            for (after, first) in [
                (0, conflict(1, "Happened", "a")), (1, conflict(3, "Met", "x", "a")),
                (2, conflict(3, "Met", "x", "a")), (3, conflict(4, "Left", "a")),
            ] as [(Position, ConflictingEvent)] {
                let condition = AppendCondition(failIfEventsMatch: .tagged("a"), after: after)
                let error = try await store.requireRefused(
                    commit(under: condition), .conflict, "the commit after \(after)")
                try requireEqual(
                    error.violations, [.condition(index: 0, condition: condition, conflict: first)],
                    "the violations after \(after)")
                try requireEqual(error.outcome, .notWritten, "the outcome after \(after)")
            }
        },
        .core("a condition without a position covers the whole log") { store in
            try await store.append([.fact(tags: ["a"])], to: "s-1")
            try requireEqual(AppendCondition(failIfEventsMatch: .all).after, 0, "the position that is left out")
            let condition = Commit {
                Append(.fact(), to: "new-1")
                Condition(failIfEventsMatch: .tagged("a"))
            }
            try await store.requireRefused(condition, .conflict, "the commit")
        },
        .core("a condition that begins beyond the head is an invalid argument, naming both positions") { store in
            let early = commit(under: .init(failIfEventsMatch: .all, after: 1))
            try await store.requireOutsideLimit(early, naming: [1, 0], "a condition after position 1 of an empty log")
            try await store.append(EventData.facts(1...17), to: "s-1")
            for after in [18, 4_711, Position.max] {
                let late = commit(
                    under: .init(failIfEventsMatch: .tagged("a"), after: 17),
                    .init(failIfEventsMatch: .tagged("a"), after: after))
                let error = try await store.requireRefused(late, .invalidArgument, "a condition after \(after)")
                for figure in [17, after] {
                    try require(
                        error.message.contains("\(figure)"), "the message does not name \(figure): \(error.message)")
                }
            }
        },
        .core("the commit's own events do not count") { store in
            let event = EventData.fact(type: "Claimed", tags: ["name:ada"])
            let claim = Commit {
                Append(event, event, to: "person-1")
                Condition(failIfEventsMatch: .tagged("name:ada"))
                Condition(failIfEventsMatch: .types("Claimed"))
                Condition(failIfEventsMatch: .categories("person"))
                Condition(failIfEventsMatch: .all)
            }
            try requireEqual(try await store.append(claim).positions, [1, 2], "the positions")
            // The same commit without ids is a new one, so the first one's events count.
            try await store.requireRefused(claim, .conflict, "the second claim")
        },
        .core("a condition finds matching events at any distance") { store in
            try await store.append([.fact(tags: ["a"])], to: "s-1")
            // Far back: a store may keep only recent events in memory.
            for _ in 0..<6 { try await store.append(EventData.facts(1...1_000), to: "s-2") }
            let condition = AppendCondition(failIfEventsMatch: .tagged("a"))
            let error = try await store.requireRefused(commit(under: condition), .conflict, "the commit")
            try requireEqual(
                error.violations,
                [.condition(index: 0, condition: condition, conflict: conflict(1, "Happened", "a"))], "the violations")
            try await store.append(commit(under: .init(failIfEventsMatch: .tagged("a"), after: 1)))
        },
        .core("any number of conditions is evaluated, and all violations are reported") { store in
            try await store.append([.fact(tags: ["a"]), .fact(type: "Met"), .fact(tags: ["b"])], to: "s-1")
            let conditions = [
                AppendCondition(failIfEventsMatch: .tagged("b"), after: 1), .init(failIfEventsMatch: .tagged("c")),
                .init(failIfEventsMatch: .types("Met")), .init(failIfEventsMatch: .tagged("b"), after: 3),
            ]
            let error = try await store.requireRefused(
                Commit(entries: [.init(stream: "new-1", event: .fact())], conditions: conditions), .conflict,
                "the commit")
            let expected: Set<Violation> = [
                .condition(index: 0, condition: conditions[0], conflict: conflict(3, "Happened", "b")),
                .condition(index: 2, condition: conditions[2], conflict: conflict(2, "Met")),
            ]
            try requireEqual(error.violations.count, expected.count, "the number of violations")
            try requireEqual(Set(error.violations), expected, "the violations")
        },
        .core("expectations, checks and conditions are evaluated together, and all violations reported") { store in
            try await store.append([.fact(tags: ["a"])], to: "s-1")
            let condition = AppendCondition(failIfEventsMatch: .tagged("a"))
            let error = try await store.requireRefused(
                Commit {
                    Condition(failIfEventsMatch: .tagged("a"))
                    Append(.fact(), to: "new-1")
                    Expect("new-1", .exact(4))
                    Check("s-1", .noStream)
                }, .conflict, "the commit")
            let expected: Set<Violation> = [
                .expectation(stream: "new-1", expected: .exact(4), actual: 0),
                .check(stream: "s-1", expected: .noStream, actual: 1),
                .condition(index: 0, condition: condition, conflict: conflict(1, "Happened", "a")),
            ]
            try requireEqual(error.violations.count, expected.count, "the number of violations")
            try requireEqual(Set(error.violations), expected, "the violations")
        },
        .core("the message of a condition's conflict names the event, and says to read and decide again") { store in
            try await store.append(EventData.facts(1...6) + [.fact(type: "Redeemed", tags: ["voucher:X1"])], to: "s-1")
            let error = try await store.requireRefused(
                commit(under: .init(failIfEventsMatch: .tagged("voucher:X1"), after: 3)), .conflict, "the commit")
            for part in ["voucher:X1", "3", "7", "Redeemed", "read it again", "decide again"] {
                try require(error.message.contains(part), "the message does not say “\(part)”: \(error.message)")
            }
        },
    ]
}
