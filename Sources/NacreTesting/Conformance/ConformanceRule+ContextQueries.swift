internal import Nacre

extension ConformanceRule {
    /// Metadata at positions 1, 2, …: each with a context, or something that is none.
    private static let metadata = [
        #"{"correlationId":"c-1","causationId":"e-1","actor":"ada"}"#,
        #"{"correlationId":"c-1","actor":"bob"}"#,
        "",
        #"{"correlationId":"c-2","causationId":"e-1"}"#,
        // Other keys, white space and escapes.
        #" { "ip" : ["::1", {"actor": "eve"}] , "act\u006fr" : "\u0061da" } "#,
        // Of a repeated key, the last value counts.
        #"{"actor":"eve","actor":"ada"}"#,
        // No contexts: a value that is no string, one beyond its limit, and what is no object.
        #"{"actor":"ada","correlationId":7}"#,
        #"{"actor":"ada","correlationId":""}"#,
        #"[{"actor":"ada"}]"#,
        #"{"nested":{"actor":"ada"}}"#,
        #"{"actor":"ada"} and more"#,
        #"{"actor":"Ada"}"#,
        #"{"actor":"caf\u00e9"}"#,
        "{\"actor\":\"cafe\u{301}\"}",
        #"{"correlationId":"ada","causationId":"c-1","actor":"e-1"}"#,
    ]

    /// Queries, with the positions that match.
    private static let contextQueries: [(query: Query, positions: [Position])] = [
        (.correlations("c-1"), [1, 2]), (.correlations("c-2", "none", "c-1"), [1, 2, 4]),
        (.causations("e-1"), [1, 4]), (.causations("c-1"), [15]), (.actors("ada"), [1, 5, 6]), (.actors("eve"), []),
        (.actors("bob", "Ada"), [2, 12]), (.actors("caf\u{E9}"), [13]), (.actors("cafe\u{301}"), [14]),
        (Query([.init(correlations: ["c-1"], actors: ["ada"])]), [1]),
        (Query([.init(correlations: ["c-2"], actors: ["ada"])]), []),
        (Query([.init(correlations: ["c-1", "c-2"], causations: ["e-1"])]), [1, 4]),
        (Query([.init(types: ["Odd"], tags: ["t"], actors: ["ada", "bob"])]), [1, 5]),
        (Query([.init(categories: ["s"], actors: ["bob"]), .init(causations: ["e-1"])]), [1, 2, 4]),
    ]

    private static func fillContexts(_ store: any EventStore) async throws {
        for (index, metadata) in metadata.enumerated() {
            let event = EventData(
                type: index % 2 == 0 ? "Odd" : "Even", tags: ["t"], data: [], metadata: [UInt8](metadata.utf8))
            try await store.append([event], to: "s-1")
        }
    }

    private static func event(number: Int, actor: String) -> EventData {
        EventData(
            type: "Made", data: [],
            metadata: [UInt8](#"{"correlationId":"c\#(number)","causationId":"e\#(number)","actor":"\#(actor)"}"#.utf8))
    }

    /// Queries for the context of events: correlation id, causation id and actor.
    static let contexts: [ConformanceRule] = [
        .core("an item matches events whose context has one of its correlations, of its causations and of its actors") {
            store in
            try await fillContexts(store)
            let events = try await store.readLog().collect()
            for (query, positions) in contextQueries {
                try requireEqual(events.filter(query.matches).positions, positions, "the events that match \(query)")
                try await requireMatches(store, query, positions, "\(query)")
            }
        },
        .core("a condition's query matches the same contexts as a read's query") { store in
            try await fillContexts(store)
            for (query, _) in contextQueries {
                for after in [0, 1, 4, 14, 15] as [Position] { try await requireSame(store, query, after) }
            }
        },
        .core("an event is found by its correlation, causation and actor among thousands, wherever it is") { store in
            for batch in 0..<10 {
                let numbers = (batch * 300)..<(batch * 300 + 300)
                try await store.append(
                    numbers.map { event(number: $0, actor: $0 % 1_000 == 7 ? "rare" : "often") },
                    to: StreamName("s-\(batch)"))
                try await store.append(EventData.facts(1...100), to: "plain-1")
            }
            for number in [0, 299, 1_500, 2_999] {
                let position = Position(number + number / 300 * 100 + 1)
                try await requireMatches(store, .correlations("c\(number)"), [position], "a correlation")
                try await requireMatches(store, .causations("e\(number)"), [position], "a causation")
            }
            try await requireMatches(store, .actors("rare"), [8, 1_308, 2_608], "a rare actor")
            let often = try await store.readLog(matching: .actors("often")).collect().count
            try requireEqual(often, 2_997, "the events of the other actor")
            try await requireMatches(store, .correlations("e1"), [], "a causation as a correlation")
        },
        .following("a subscription to a context delivers its events, existing and new ones") { store in
            try await fillContexts(store)
            var iterator = store.subscribe(after: 1, matching: .actors("ada")).makeAsyncIterator()
            try requireEqual(try await iterator.take(3), [.event(5), .event(6), .marker(15)], "the existing events")
            try await store.append(
                [event(number: 1, actor: "bob"), .fact(), event(number: 2, actor: "ada")], to: "s-1")
            try requireEqual(try await iterator.take(1), [.event(18)], "the new event")
        },
    ]
}
