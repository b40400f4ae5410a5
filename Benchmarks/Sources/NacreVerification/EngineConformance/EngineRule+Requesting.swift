import Nacre

extension EngineRule {
    /// Rules that single reads return what the store in memory returns, whose answers are the reference.
    static let requesting = [
        EngineRule("every request is answered with the requested events", of: requestable) { trial in
            let standard = MemorySession(store: InMemoryEventStore())
            try await trial.withSession { session in
                for commit in EngineTrial.requestedCommits {
                    _ = try await standard.append(commit)
                    _ = try await session.append(commit)
                }
                for request in EngineTrial.requests {
                    let expected = facts(of: try await standard.read(request))
                    let found = facts(of: try await session.read(request))
                    try trial.expect(found == expected, "\(request) returns \(found), not \(expected)")
                }
            }
        },
        EngineRule("events appended after the first request of their kind are found too", of: requestable) {
            trial in
            let queries: [Query] = [.all, .types("Third"), .tagged("fifth"), .categories("order"), .categories("new")]
            try await trial.withSession { session in
                for commit in EngineTrial.requestedCommits { _ = try await session.append(commit) }
                for query in queries { _ = try await session.read(.log(.backward(), matching: query, limit: 1)) }
                let more = [EventData(type: "Third", tags: ["fifth"], data: [1])]
                for stream: StreamName in ["new-1", "order-4"] {
                    _ = try await session.append(Commit(more, to: stream))
                }
                for (query, last) in zip(queries, [42, 42, 42, 42, 41] as [Position]) {
                    let found = try await session.read(.log(.backward(), matching: query, limit: 1)).map(\.position)
                    try trial.expect(found == [last], "the last event of \(query) is at \(found), not at \(last)")
                }
            }
        },
        EngineRule("a stream's version is that of its last event", of: requestable) { trial in
            try await trial.withSession { session in
                for commit in EngineTrial.requestedCommits { _ = try await session.append(commit) }
                for (stream, version) in [("order-4", 5), ("stock1", 10), ("nothing", 0)] as [(StreamName, UInt64)] {
                    let found = try await session.version(of: stream)
                    try trial.expect(found == version, "\(stream) is at \(version), reported at \(found)")
                }
            }
        },
        EngineRule("a position beyond the head is refused", of: requestable) { trial in
            try await trial.withSession { session in
                for commit in EngineTrial.requestedCommits { _ = try await session.append(commit) }
                try await trial.expectRefusal(.noSuchPosition, of: "reading the event at position 41 of 40") {
                    _ = try await session.read(.position(41))
                }
            }
        },
    ]

    private static let requestable: EngineAbilities = [.openStore, .labels, .requests]

    /// The compared attributes of events; times are left out, because the stores' clocks differ.
    private static func facts(of events: [RecordedEvent]) -> [String] {
        events.map { "\($0.position) \($0.stream) \($0.version) \($0.id) \($0.type) \($0.tags) \($0.data)" }
    }
}

extension EngineTrial {
    /// 40 events of two types, some tags on a few and some on all of them, in streams of several categories.
    static let requestedCommits: [Commit] = (0..<40).map { number in
        let event = EventData(
            id: EventID(high: 7, low: UInt64(number)), type: number % 3 == 0 ? "Third" : "Other",
            tags: number % 5 == 0 ? ["fifth", "also"] : ["also"], data: [UInt8(number)])
        let stream: StreamName = number % 4 == 0 ? "order-\(number % 8)" : "stock\(number % 3)"
        return Commit([event], to: stream)
    }

    /// Reads of them: every kind, both directions, with and without limits, of existing and missing events.
    static let requests: [ReadRequest] = {
        let orders: [ReadOrder] = [
            .forward(), .forward(after: 3), .forward(after: 40), .backward(), .backward(from: 5), .backward(from: 0),
        ]
        let queries: [Query] = [
            .all, .types("Third"), .types("None"), .tagged("fifth"), .tagged("none"), .categories("order"),
            .categories("stock1"), .categories("none"),
        ]
        let ids = [EventID(high: 7, low: 13), EventID(high: 8, low: 13)]
        var requests: [ReadRequest] = [.position(1), .position(40)] + ids.map { .id($0) }
        for order in orders {
            for limit in [nil, 0, 1, 4] {
                for query in queries { requests.append(.log(order, matching: query, limit: limit)) }
                requests.append(.stream("order-4", order, limit: limit))
                requests.append(.stream("nothing", order, limit: limit))
            }
        }
        return requests
    }()
}
