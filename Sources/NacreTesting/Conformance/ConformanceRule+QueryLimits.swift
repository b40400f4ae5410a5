internal import Nacre

extension ConformanceRule {
    /// Queries beyond the limits, with the limit and the value that the error must name.
    private static let excessive: [(query: Query, figures: [Int])] = {
        let names = (1...65).map { "name\($0)" }
        let numbers = [
            Query([Query.Item](repeating: .init(), count: 65)), Query([.init(types: names.map { EventType($0) })]),
            Query([.init(categories: names)]), Query([.init(tags: names.map { Tag($0) })]),
            Query([.init(correlations: names)]), Query([.init(causations: names)]), Query([.init(actors: names)]),
        ]
        var result: [(query: Query, figures: [Int])] = numbers.map { ($0, [64, 65]) }
        for name in ["", String(repeating: "x", count: 256)] {
            result += naming(name).map { ($0, [255, name.utf8.count]) }
        }
        return result
    }()

    /// Queries with a name as each kind of term, after a valid name, and in a second item.
    private static func naming(_ name: String) -> [Query] {
        [
            .types("T", EventType(name)), .categories("s", name), .tagged("t", Tag(name)),
            .correlations("c", name), .causations("e", name), .actors("a", name),
            Query([.init(types: ["T"]), .init(tags: [Tag(name)])]),
        ]
    }

    /// An item with 64 terms of each kind, each 255 bytes long.
    private static func largestItem(of letter: Character) -> Query.Item {
        let names = (10...73).map { String(repeating: letter, count: 253) + "\($0)" }
        return .init(
            types: names.map { EventType($0) }, categories: names, tags: names.map { Tag($0) }, correlations: names,
            causations: names, actors: names)
    }

    /// The limits of queries, also in append conditions.
    static let queryLimits: [ConformanceRule] = [
        .core("a query's limits hold: 64 items; 64 terms of each kind in an item; 1 to 255 bytes in a name") { store in
            for (query, figures) in excessive {
                let error = try await requireError(.invalidArgument, "reading beyond a limit") {
                    _ = try await store.readLog(matching: query).collect()
                }
                try requireNamed(figures.map { String($0) }, in: error, "reading beyond a limit")
            }
        },
        .core("a condition's query has the limits of queries") { store in
            for (query, figures) in excessive {
                try await store.requireOutsideLimit(
                    commit(under: .init(failIfEventsMatch: query)), naming: figures, "a condition beyond a limit")
            }
            let empty = commit(under: .init(failIfEventsMatch: Query([])))
            try await store.requireRefused(empty, .invalidArgument, "a condition with an empty list of items")
        },
        .core("the names in a query have no control characters") { store in
            for scalar in controls {
                for query in naming("a\(scalar)b") {
                    let error = try await requireError(.invalidArgument, "reading \(query)") {
                        _ = try await store.readLog(matching: query).collect()
                    }
                    try requireNamed([quoted("a\(scalar)b")], in: error, "reading \(query)")
                }
            }
        },
        .core("the names in a condition's query have no control characters") { store in
            for scalar in controls {
                for query in naming("a\(scalar)b") {
                    let error = try await store.requireRefused(
                        commit(under: .init(failIfEventsMatch: query)), .invalidArgument, "the condition \(query)")
                    try requireNamed([quoted("a\(scalar)b")], in: error, "the condition \(query)")
                }
            }
        },
        .core("an event is found by all of its 64 tags, by reads and by conditions") { store in
            let tags = (1...64).map { Tag("tag:\($0)") }
            // Differs in one tag, so a store that checks only some of them finds both events.
            let others = [Tag](tags.dropLast()) + ["tag:0"]
            try await store.append([.fact(tags: tags), .fact(tags: others)], to: "s-1")
            let asking: [([Tag], [Position])] = [(tags, [1]), (others, [2]), ([Tag](tags.dropLast()), [1, 2])]
            for (asked, positions) in asking {
                let query = Query([.init(tags: asked)])
                try requireEqual(
                    try await store.readLog(matching: query).collect().positions, positions, "what is read")
                let condition = AppendCondition(failIfEventsMatch: query)
                let error = try await store.requireRefused(commit(under: condition), .conflict, "the commit")
                let found = try await store.event(at: positions[0])
                let conflict = ConflictingEvent(position: found.position, type: found.type, tags: found.tags)
                try requireEqual(
                    error.violations, [.condition(index: 0, condition: condition, conflict: conflict)],
                    "the violations")
            }
            try await store.append(commit(under: .init(failIfEventsMatch: Query([.init(tags: tags)]), after: 1)))
        },
        .core("the largest query is answered by reads and by conditions") { store in
            let item = largestItem(of: "n")
            let query = Query([Query.Item](repeating: largestItem(of: "o"), count: 63) + [item])
            try requireEqual(try await store.readLog(matching: query).collect(), [], "the matches in an empty log")
            try await store.append(commit(under: .init(failIfEventsMatch: query)))
            try await store.append(
                [
                    EventData(
                        type: item.types[63], tags: item.tags, data: [],
                        metadata: EventContext(
                            correlationID: item.correlations[63], causationID: item.causations[63],
                            actor: item.actors[63]
                        ).metadata)
                ], to: StreamName(item.categories[63]))
            try requireEqual(try await store.readLog(matching: query).collect().positions, [2], "what is read")
            let error = try await store.requireRefused(
                commit(under: .init(failIfEventsMatch: query)), .conflict, "the commit")
            try requireEqual(error.violations.count, 1, "the number of violations")
            try await store.append(commit(under: .init(failIfEventsMatch: query, after: 2)))
        },
    ]
}
