internal import Nacre

extension ConformanceRule {
    /// Appends the events `1` to `6` in three commits.
    private static func fill(_ store: any EventStore) async throws {
        try await store.append(EventData.facts(1...2), to: "a-1")
        try await store.append([.fact("3")], to: "b-1")
        try await store.append(EventData.facts(4...6), to: "a-2")
    }

    /// The events of a scan, copied, up to a limit.
    private static func scanned(
        _ log: any MappedLog, after position: Position = 0, atMost limit: Int = .max
    ) throws -> [RecordedEvent] {
        var events: [RecordedEvent] = []
        try log.scan(
            after: position,
            while: { event in
                events.append(event.recorded())
                return events.count < limit
            })
        return events
    }

    /// Reading the log, and single events.
    static let logReads: [ConformanceRule] = [
        .core("a scan returns the same events as a read of the log, from any position, until its body stops") { store in
            // Engines that fetch their events remotely have no mapped log.
            guard let log = store.mappedLog else { return }
            try requireEqual(try scanned(log), [], "a scan of an empty log")
            try await fill(store)
            let events = try await store.readLog().collect()
            for after in 0...6 {
                try requireEqual(
                    try scanned(log, after: Position(after)), [RecordedEvent](events[after...]),
                    "a scan after \(after)")
            }
            for limit in 1...6 {
                try requireEqual(
                    try scanned(log, atMost: limit), [RecordedEvent](events[..<limit]), "a scan of \(limit)")
            }
            try await requireError(.noSuchPosition, "a scan beyond the head") { _ = try scanned(log, after: 7) }
        },
        .core("an empty log has head 0 and no events") { store in
            try requireEqual(try await store.head(), 0, "the head")
            for order in [ReadOrder.forward(), .backward(), .backward(from: 0)] {
                try requireEqual(try await store.readLog(order).collect(), [], "the log read \(order)")
            }
        },
        .core("the log is read forward, from any position") { store in
            try await fill(store)
            for after in 0...6 {
                let events = try await store.readLog(.forward(after: Position(after))).collect()
                try requireEqual(events.texts, (after..<6).map { "\($0 + 1)" }, "the events after \(after)")
                try requireEqual(events.positions, (after..<6).map { Position($0) + 1 }, "their positions")
            }
        },
        .core("the log is read backward, from any position") { store in
            try await fill(store)
            for from in 0...6 {
                let events = try await store.readLog(.backward(from: Position(from))).collect()
                try requireEqual(
                    events.texts, (0..<from).reversed().map { "\($0 + 1)" }, "the events from \(from) down")
            }
            try requireEqual(
                try await store.readLog(.backward()).collect().texts, ["6", "5", "4", "3", "2", "1"], "all, backward")
        },
        .core("a limit ends the read of the log") { store in
            try await fill(store)
            for (limit, forward, backward) in [
                (0, [], []), (1, ["2"], ["5"]), (3, ["2", "3", "4"], ["5", "4", "3"]),
                (99, ["2", "3", "4", "5", "6"], ["5", "4", "3", "2", "1"]),
            ] as [(Int, [String], [String])] {
                let up = try await store.readLog(.forward(after: 1), matching: .all, limit: limit).collect()
                try requireEqual(up.texts, forward, "\(limit) events forward")
                let down = try await store.readLog(.backward(from: 5), matching: .all, limit: limit).collect()
                try requireEqual(down.texts, backward, "\(limit) events backward")
            }
        },
        .core("reading after the head finds nothing; reading beyond it throws noSuchPosition") { store in
            for head: Position in [0, 6] {
                let atHead = try await store.readLog(.forward(after: head)).collect()
                try requireEqual(atHead, [], "the events after the head")
                for order in [
                    ReadOrder.forward(after: head + 1), .forward(after: .max), .backward(from: head + 1),
                    .backward(from: .max),
                ] {
                    try await requireError(.noSuchPosition, "reading \(order) with the head at \(head)") {
                        _ = try await store.readLog(order).collect()
                    }
                }
                if head == 0 { try await fill(store) }
            }
        },
        .core("the error of a position outside the log names the position and the head") { store in
            try await fill(store)
            let error = try await requireError(.noSuchPosition, "reading beyond the head") {
                _ = try await store.readLog(.forward(after: 4_711)).collect()
            }
            try requireEqual(error.position, 4_711, "the error's position")
            for figure in ["4711", "6"] {
                try require(error.message.contains(figure), "the message does not name \(figure): \(error.message)")
            }
        },
        .core("a read of the log ends at the position that was the head when it began") { store in
            try await store.append(EventData.facts(1...2_000), to: "a-1")
            var iterator = store.readLog().makeAsyncIterator()
            var last = try await iterator.next()
            // Appended during the iteration, after its end was fixed.
            try await store.append(EventData.facts(2_001...2_010), to: "a-1")
            while let event = try await iterator.next() { last = event }
            try requireEqual(last?.position, 2_000, "the position of the last event read")
        },
        .core("a log of thousands of events is read completely and in order, both ways") { store in
            for batch in 0..<20 {
                try await store.append(
                    EventData.facts(batch * 250 + 1...batch * 250 + 250), to: StreamName("s-\(batch % 7)"))
            }
            let numbers = (1...5_000).map(String.init)
            try requireEqual(try await store.everything().texts, numbers, "the log")
            try requireEqual(try await store.readLog(.backward()).collect().texts, numbers.reversed(), "backward")
            try requireEqual(
                try await store.readLog(.forward(after: 2_345)).collect().texts, [String](numbers[2_345...]),
                "the log after 2,345")
        },
        .core("an event is read by its position") { store in
            try await fill(store)
            let log = try await store.everything()
            for event in log {
                try requireEqual(try await store.event(at: event.position), event, "the event at \(event.position)")
            }
        },
        .core("there is no event at position 0 or beyond the head") { store in
            for head: Position in [0, 6] {
                for position in [0, head + 1, .max] {
                    let error = try await requireError(.noSuchPosition, "the event at \(position), head \(head)") {
                        _ = try await store.event(at: position)
                    }
                    try requireEqual(error.position, position, "the error's position")
                }
                if head == 0 { try await fill(store) }
            }
        },
        .core("an event is read by its id; an unknown id gives nil") { store in
            let ids = (0..<3).map { _ in EventID.random() }
            try requireEqual(try await store.event(withID: ids[0]), nil, "an event of the empty log")
            try await fill(store)
            try await store.append(ids.map { .fact("\($0)", id: $0) }, to: "c-1")
            for (index, id) in ids.enumerated() {
                let event = try requireValue(try await store.event(withID: id), "the event with id \(id)")
                try requireEqual(event.text, "\(id)", "the event")
                try requireEqual(event.position, Position(7 + index), "its position")
            }
            try requireEqual(try await store.event(withID: .random()), nil, "an event with an unknown id")
        },
    ]
}
