internal import Nacre

extension ConformanceRule {
    /// The log of these rules: stream, type and tags of the events at positions 1, 2, ….
    private static let examples: [(stream: StreamName, type: EventType, tags: [Tag])] = [
        ("order-1", "Placed", ["customer:1", "big"]), ("order-1", "Shipped", ["customer:1"]),
        ("order-2", "Placed", ["customer:2"]), ("customer-1", "Placed", ["customer:1"]),
        ("order", "Closed", []), ("orders-1", "Placed", ["big"]), ("order-2", "Shipped", ["customer:2", "big"]),
        ("customer-1", "Moved", ["big", "customer:1"]), ("order--x", "Placed", ["Big"]),
    ]

    private static func fill(_ store: any EventStore) async throws {
        for example in examples {
            try await store.append(
                [.fact(type: example.type, tags: example.tags)], to: example.stream)
        }
    }

    static func requireMatches(
        _ store: any EventStore, _ query: Query, _ positions: [Position], _ what: String
    ) async throws {
        let forward = try await store.readLog(matching: query).collect()
        try requireEqual(forward.positions, positions, "\(what), forward")
        let backward = try await store.readLog(.backward(), matching: query).collect()
        try requireEqual(backward.positions, positions.reversed(), "\(what), backward")
    }

    /// Which events a query matches.
    static let queries: [ConformanceRule] = [
        .core("the query for all matches every event") { store in
            try await fill(store)
            try await requireMatches(store, .all, [Position](1...9), "all")
        },
        .core("an item matches events of any one of its types") { store in
            try await fill(store)
            try await requireMatches(store, .types("Shipped"), [2, 7], "one type")
            try await requireMatches(store, .types("Shipped", "Closed", "Nothing"), [2, 5, 7], "three types")
            try await requireMatches(store, .types("placed"), [], "a type in other letters")
        },
        .core("an item matches events of streams of any one of its categories") { store in
            try await fill(store)
            try await requireMatches(store, .categories("order"), [1, 2, 3, 5, 7, 9], "one category")
            try await requireMatches(store, .categories("customer", "orders"), [4, 6, 8], "two categories")
            try await requireMatches(store, .categories("order-1", "orde"), [], "no category of any stream")
        },
        .core("an item matches events that carry every one of its tags") { store in
            try await fill(store)
            try await requireMatches(store, .tagged("big"), [1, 6, 7, 8], "one tag")
            try await requireMatches(store, .tagged("customer:1", "big"), [1, 8], "two tags")
            try await requireMatches(store, .tagged("customer:1", "customer:2"), [], "two tags on no event")
        },
        .core("an item matches events that meet its types and its categories and its tags") { store in
            try await fill(store)
            let item = Query.Item(types: ["Placed", "Shipped"], categories: ["order"], tags: ["big"])
            try await requireMatches(store, Query([item]), [1, 7], "the item")
        },
        .core("an item without terms matches every event") { store in
            try await fill(store)
            try await requireMatches(store, Query([.init()]), [Position](1...9), "the empty item")
        },
        .core("a query returns the matches of any of its items, once and in order") { store in
            try await fill(store)
            let query = Query([
                .init(types: ["Shipped"]), .init(categories: ["customer"]), .init(types: ["Shipped"], tags: ["big"]),
            ])
            try await requireMatches(store, query, [2, 4, 7, 8], "the query")
        },
        .core("a query is read from a position, with a limit, in both directions") { store in
            try await fill(store)
            let query = Query.types("Placed")
            for (order, limit, positions) in [
                (.forward(after: 1), nil, [3, 4, 6, 9]), (.forward(after: 1), 2, [3, 4]),
                (.forward(after: 9), nil, []), (.forward(), 0, []), (.backward(from: 6), nil, [6, 4, 3, 1]),
                (.backward(from: 5), 2, [4, 3]), (.backward(), 1, [9]), (.forward(), 99, [1, 3, 4, 6, 9]),
            ] as [(ReadOrder, Int?, [Position])] {
                let found = try await store.readLog(order, matching: query, limit: limit).collect().positions
                try requireEqual(found, positions, "read \(order) with limit \(limit.map(String.init) ?? "none")")
            }
        },
        .core("a rare match is found among thousands of events") { store in
            for batch in 0..<10 {
                try await store.append(EventData.facts(1...400, type: "Common"), to: "a-1")
                if batch % 4 == 1 {
                    try await store.append([.fact(type: "Rare", tags: ["rare"])], to: "rare-1")
                }
            }
            for query in [Query.types("Rare"), .tagged("rare"), .categories("rare")] {
                try await requireMatches(store, query, [801, 2_402, 4_003], "the rare events")
            }
        },
        .core("thousands of matches are read in order and without gaps, in both directions, from any position") {
            store in
            for round in 0..<8 {
                try await store.append(
                    EventData.facts(1...400, type: round % 2 == 0 ? "Even" : "Odd"), to: StreamName("side-\(round % 2)")
                )
                try await store.append([.fact(type: "Between", tags: ["between"])], to: "between")
            }
            let all: ClosedRange<Position> = 1...3_208
            // Every 401st event separates two rounds; the even events are those of every second round.
            let isEven = { (position: Position) in position % 401 != 0 && (position - 1) / 401 % 2 == 0 }
            try await requireMatches(store, .types("Even"), all.filter(isEven), "half of the events")
            let others = all.filter { !isEven($0) }
            let query = Query([.init(types: ["Odd"]), .init(categories: ["between"], tags: ["between"])])
            try await requireMatches(store, query, others, "the other half")
            for position in [399, 400, 1_000, 3_208] as [Position] {
                let after = try await store.readLog(.forward(after: position), matching: query).collect().positions
                try requireEqual(after, others.filter { $0 > position }, "after \(position)")
                let limited = try await store.readLog(.backward(from: position), matching: query, limit: 300).collect()
                try requireEqual(
                    limited.positions, others.filter { $0 <= position }.reversed().prefix(300).map(\.self),
                    "back from \(position), 300 at most")
            }
        },
        .core("a query finds the latest append, and a position beyond the head is rejected") { store in
            for number in 1...40 as ClosedRange<Position> {
                let tag = Tag("number:\(number)")
                try await store.append([.fact(type: "Counted", tags: [tag, "counted"])], to: "counted-\(number)")
                try await requireMatches(store, .tagged(tag), [number], "the newest event")
                try await requireMatches(store, .tagged("counted"), [Position](1...number), "all of them")
                try await requireError(.noSuchPosition, "reading beyond the head") {
                    _ = try await store.readLog(.forward(after: number + 1), matching: .tagged(tag)).collect()
                }
            }
        },
        .core("a query with an empty list of items is an invalid argument") { store in
            try await fill(store)
            try await requireError(.invalidArgument, "reading with no items") {
                _ = try await store.readLog(matching: Query([])).collect()
            }
        },
    ]
}
