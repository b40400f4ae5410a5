internal import Nacre

extension ConformanceRule {
    /// Recorded events never change, and refused events never appear.
    static let permanence: [ConformanceRule] = [
        .core("an event never changes after it is recorded") { store in
            let repeated = EventData(id: .random(), type: "T", tags: ["t"], data: [1], metadata: [2])
            try await store.append([repeated], to: "a-1")
            try await store.append(EventData.facts(1...9), to: "a-1")
            let recorded = try await store.everything()
            var changed = repeated
            // A repeat may differ in these, and must not change the recorded event.
            (changed.tags, changed.metadata, changed.schema) = ([], [], 7)
            for round in 0..<20 {
                try await store.append(EventData.facts(1...200), to: StreamName("a-\(round % 3)"))
                try await store.append([changed], to: "a-1")
                changed.data = [9]
                try await store.requireRefused(Commit([changed], to: "a-1"), .idempotencyMismatch, "other data")
                changed.data = repeated.data
            }
            for event in recorded {
                try requireEqual(try await store.event(at: event.position), event, "the event at \(event.position)")
                try requireEqual(try await store.event(withID: event.id), event, "the event with id \(event.id)")
            }
            let first = recorded.count
            let log = try await store.readLog(.forward(), matching: .all, limit: first).collect()
            try requireEqual(log, recorded, "the beginning of the log")
            let stream = try await store.read("a-1", .forward(), limit: first).collect()
            try requireEqual(stream, recorded, "the beginning of the stream")
        },
        .core("a rejected commit leaves nothing behind, whatever the reason") { store in
            let old = EventData.fact(id: .random(), tags: ["a"])
            try await store.append([old], to: "old-1")
            let new = (0..<3).map { EventData.fact("\($0)", id: .random()) }
            let plain = Commit(entries: new.enumerated().map { .init(stream: "new-\($0.offset)", event: $0.element) })
            var (expecting, checking, asking, partial, invalid) = (plain, plain, plain, plain, plain)
            expecting.expectations = [.init(stream: "new-2", expectation: .streamExists)]
            checking.checks = [.init(stream: "old-1", expectation: .noStream)]
            asking.conditions = [.init(failIfEventsMatch: .tagged("a"))]
            partial.entries.append(.init(stream: "old-1", event: old))
            invalid.entries[2].event.schema = 0
            for (commit, code, what) in [
                (expecting, .conflict, "an expectation that fails"), (checking, .conflict, "a check that fails"),
                (asking, .conflict, "a condition that fails"), (partial, .idempotencyMismatch, "a recorded id"),
                (invalid, .invalidArgument, "an invalid event"),
            ] as [(Commit, EventStoreError.Code, String)] {
                try await store.requireRefused(commit, code, what)
                for entry in plain.entries {
                    try requireEqual(try await store.version(of: entry.stream), 0, "a version after \(what)")
                    try requireEqual(try await store.read(entry.stream).collect(), [], "a stream after \(what)")
                    let id = try requireValue(entry.event.id, "the id")
                    try requireEqual(try await store.event(withID: id), nil, "an event after \(what)")
                }
                let log = try await store.readLog(matching: .categories("new")).collect()
                try requireEqual(log, [], "what a query finds after \(what)")
            }
            // Rejected ids must not count as recorded.
            let result = try await store.append(plain)
            try require(!result.wasAlreadyCommitted, "what was refused is marked as already committed")
            try requireEqual(result.positions, [2, 3, 4], "the positions")
        },
        .core("an event's schema number defaults to 1") { store in
            try await store.append([EventData(type: "T", data: [])], to: "a-1")
            try requireEqual(try await store.event(at: 1).schema, 1, "the schema number")
        },
    ]
}
