internal import Nacre

extension ConformanceRule {
    /// Appends five events to `a-1`, interleaved with others.
    private static func fill(_ store: any EventStore) async throws {
        for number in 1...5 {
            _ = try await store.append(
                Commit {
                    Append(.fact("other"), to: "b-1")
                    Append(.fact(String(number)), to: "a-1")
                    Append(.fact("other"), to: StreamName("c-\(number)"))
                })
        }
    }

    /// Reading one stream.
    static let streamReads: [ConformanceRule] = [
        .core("a stream is read forward, from any version") { store in
            try await fill(store)
            for after in 0...5 {
                let events = try await store.read("a-1", .forward(after: UInt64(after))).collect()
                try requireEqual(events.texts, (after..<5).map { "\($0 + 1)" }, "the events after version \(after)")
                try requireEqual(events.versions, (after..<5).map { UInt64($0) + 1 }, "their versions")
            }
            let beyond = try await store.read("a-1", .forward(after: 99)).collect()
            try requireEqual(beyond, [], "the events after a version that is not there")
        },
        .core("a stream is read backward, from any version") { store in
            try await fill(store)
            for from in 0...5 {
                let events = try await store.read("a-1", .backward(from: UInt64(from))).collect()
                try requireEqual(
                    events.texts, (0..<from).reversed().map { "\($0 + 1)" }, "the events from version \(from) down")
            }
            for order in [ReadOrder.backward(), .backward(from: 99)] {
                let events = try await store.read("a-1", order).collect()
                try requireEqual(events.texts, ["5", "4", "3", "2", "1"], "the events read \(order)")
            }
        },
        .core("a limit ends the read of a stream") { store in
            try await fill(store)
            for (limit, forward, backward) in [
                (0, [], []), (1, ["2"], ["4"]), (2, ["2", "3"], ["4", "3"]),
                (99, ["2", "3", "4", "5"], ["4", "3", "2", "1"]),
            ] as [(Int, [String], [String])] {
                let up = try await store.read("a-1", .forward(after: 1), limit: limit).collect()
                try requireEqual(up.texts, forward, "\(limit) events forward")
                let down = try await store.read("a-1", .backward(from: 4), limit: limit).collect()
                try requireEqual(down.texts, backward, "\(limit) events backward")
            }
        },
        .core("a stream of thousands of events is read completely and in order, both ways") { store in
            for batch in 0..<10 {
                try await store.append(EventData.facts(batch * 400 + 1...batch * 400 + 400), to: "a-1")
                try await store.append([.fact("other")], to: "b-1")
            }
            let numbers = (1...4_000).map(String.init)
            try requireEqual(try await store.read("a-1").collect().texts, numbers, "the stream")
            try requireEqual(
                try await store.read("a-1", .backward()).collect().texts, numbers.reversed(), "the stream backward")
        },
        .core("a stream that does not exist has no events and version 0") { store in
            for _ in 0..<2 {
                for order in [ReadOrder.forward(), .forward(after: 3), .backward(), .backward(from: 3)] {
                    try requireEqual(try await store.read("none-1", order).collect(), [], "the stream read \(order)")
                }
                try requireEqual(try await store.version(of: "none-1"), 0, "the version")
                try await fill(store)
            }
        },
        .core("a stream's version is the version of its last event") { store in
            for number in 1...4 {
                try await store.append([.fact(), .fact()], to: "a-1")
                try await store.append([.fact()], to: "b-1")
                try requireEqual(try await store.version(of: "a-1"), UInt64(number * 2), "the version")
            }
        },
        .core("iterating over a read twice reads twice") { store in
            try await fill(store)
            let sequence = store.read("a-1")
            try requireEqual(try await sequence.collect().count, 5, "the number of events")
            try await store.append([.fact("6")], to: "a-1")
            try requireEqual(try await sequence.collect().count, 6, "the number of events, read again")
        },
        .core("a read sees every append acknowledged before it began") { store in
            for number in 1...100 {
                let id = EventID.random()
                let event = EventData.fact("\(number)", id: id, tags: [Tag("number:\(number)")])
                let result = try await store.append([event], to: "a-1")
                let position = result.lastPosition
                try requireEqual(try await store.head(), position, "the head")
                try requireEqual(try await store.version(of: "a-1"), UInt64(number), "the version")
                try requireEqual(
                    try await store.read("a-1", .backward(), limit: 1).collect().positions, [position], "the stream")
                try requireEqual(try await store.event(withID: id)?.position, position, "the event by its id")
                try requireEqual(try await store.event(at: position).id, id, "the event at its position")
                try requireEqual(
                    try await store.readLog(.forward(after: position - 1)).collect().map(\.id), [id], "the log's end")
                try requireEqual(try await store.checkpoint(at: position).position, position, "the checkpoint")
                try requireEqual(
                    try await store.readLog(matching: .tagged(Tag("number:\(number)"))).collect().positions,
                    [position], "the query")
            }
        },
    ]
}
