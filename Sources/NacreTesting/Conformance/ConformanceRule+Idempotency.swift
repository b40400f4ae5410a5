internal import DomainKit
internal import Nacre

extension ConformanceRule {
    /// Appending the same ids again succeeds and writes nothing.
    static let idempotency: [ConformanceRule] = [
        .core("a repeat succeeds, writes nothing, and is marked as already committed") { store in
            let commit = Commit(entries: ["b-1", "a-1", "b-1"].map { .init(stream: $0, event: .fact(id: .random())) })
            let first = try await store.append(commit)
            let again = try await store.append(commit)
            try require(again.wasAlreadyCommitted, "the repeat is not marked as already committed")
            try requireEqual(again.positions, first.positions, "the positions of the repeat")
            try requireEqual(again.streams, first.streams, "the streams of the repeat")
            try requireEqual(try await store.head(), 3, "the head")
        },
        .core("a repeat succeeds whatever it expects now, `.any` included") { store in
            let events = [EventData.fact(id: .random()), .fact(id: .random())]
            try await store.append(events, to: "a-1")
            for expectation: Expectation in [.any, .noStream, .streamExists, .exact(0), .exact(2), .exact(77)] {
                let commit = Commit(
                    entries: events.map { .init(stream: "a-1", event: $0) },
                    expectations: [.init(stream: "a-1", expectation: expectation)],
                    // Checks that fail must not reject a repeat either.
                    checks: [.init(stream: "other-1", expectation: .streamExists)])
                let again = try await store.append(commit)
                try require(again.wasAlreadyCommitted, "the repeat expecting \(expectation) is not marked")
                try requireEqual(again.positions, [1, 2], "the positions of the repeat expecting \(expectation)")
            }
            try requireEqual(try await store.head(), 2, "the head")
        },
        .core("a repeat at any later time returns the recorded positions and versions") { store in
            let commit = Commit([.fact(id: .random()), .fact(id: .random())], to: "a-1", expecting: .noStream)
            try await store.append([.fact()], to: "before-1")
            _ = try await store.append(commit)
            for _ in 0..<20 { try await store.append(EventData.facts(1...100), to: "a-1") }
            let again = try await store.append(commit)
            try require(again.wasAlreadyCommitted, "the repeat is not marked as already committed")
            try requireEqual(again.positions, [2, 3], "the positions")
            try requireEqual(again.streams, [.init(stream: "a-1", version: 2)], "the streams")
        },
        .core("a repeat of some of a commit's events in another order is a repeat") { store in
            let events = (1...3).map { EventData.fact(String($0), id: .random()) }
            let later = EventData.fact("4", id: .random())
            try await store.append(events, to: "a-1")
            try await store.append([later], to: "a-1")
            let again = try await store.append([later, events[2], events[0]], to: "a-1")
            try require(again.wasAlreadyCommitted, "the repeat is not marked as already committed")
            try requireEqual(again.positions, [4, 3, 1], "the positions, in the order of the list")
            try requireEqual(again.version(of: "a-1"), 4, "the version")
        },
        .core("a repeat may differ in time, tags, schema and metadata: the recorded event is kept") { store in
            let id = EventID.random()
            let event = EventData(id: id, type: "T", tags: ["first"], data: [1], metadata: [1])
            try await store.append([event], to: "a-1")
            let recorded = try await store.event(at: 1)
            var repeated = event
            (repeated.tags, repeated.metadata, repeated.schema) = (["second"], [2], 2)
            repeated.time = Instant(nanosecondsSince1970: 1, decimals: 9)
            let again = try await store.append([repeated], to: "a-1")
            try require(again.wasAlreadyCommitted, "the repeat is not marked as already committed")
            try requireEqual(try await store.event(at: 1), recorded, "the event")
        },
        .core("a commit with only some recorded ids is rejected, naming those") { store in
            let old = EventData.fact(id: .random())
            try await store.append([old], to: "a-1")
            // In both orders: a store may look only at the first id.
            for list in [[old, .fact(id: .random())], [.fact(id: .random()), old]] {
                let error = try await store.requireRefused(
                    Commit(list, to: "a-1"), .idempotencyMismatch, "the partial repeat")
                try requireEqual(error.eventIDs, [old.id].compactMap(\.self), "the ids that the error names")
                for event in list where event.id != old.id {
                    let id = try requireValue(event.id, "the new event's id")
                    try requireEqual(try await store.event(withID: id), nil, "the event that was refused")
                }
            }
        },
        .core("a recorded id with another stream, type or data is rejected, naming the id") { store in
            let id = EventID.random()
            let event = EventData(id: id, type: "T", data: [1, 2, 3])
            try await store.append([event], to: "a-1")
            var (otherType, otherData) = (event, event)
            otherType.type = "U"
            otherData.data = [1, 2, 4]
            for (event, stream) in [(event, "a-2"), (otherType, "a-1"), (otherData, "a-1")] as [(EventData, StreamName)]
            {
                let error = try await store.requireRefused(
                    Commit([event], to: stream), .idempotencyMismatch, "the repeat that differs")
                try requireEqual(error.eventIDs, [id], "the ids that the error names")
            }
        },
        .core("for a repeat that differs in one event, the error names that event") { store in
            let events = (1...3).map { EventData.fact(String($0), id: .random()) }
            try await store.append(events, to: "a-1")
            var changed = events
            changed[1].data = [0]
            let error = try await store.requireRefused(
                Commit(changed, to: "a-1"), .idempotencyMismatch, "the repeat that differs")
            try requireEqual(error.eventIDs, [events[1].id].compactMap(\.self), "the ids that the error names")
        },
        .core("either all events of a commit carry ids or none does") { store in
            let commit = Commit([.fact(id: .random()), .fact()], to: "a-1")
            try await store.requireRefused(commit, .invalidArgument, "the commit")
        },
        .core("the same id twice in one commit is an invalid argument") { store in
            let id = EventID.random()
            let commit = Commit(entries: ["a-1", "b-1"].map { .init(stream: $0, event: .fact(id: id)) })
            let error = try await store.requireRefused(commit, .invalidArgument, "the commit")
            try requireEqual(error.eventIDs, [id], "the ids that the error names")
        },
        .core("a rejected commit may be appended with the same ids once it is valid") { store in
            let event = EventData.fact(id: .random())
            try await store.requireRefused(
                Commit([event], to: "a-1", expecting: .streamExists), .conflict, "the commit")
            let result = try await store.append([event], to: "a-1", expecting: .noStream)
            try require(!result.wasAlreadyCommitted, "an event that was refused is marked as already committed")
            try requireEqual(try await store.head(), 1, "the head")
        },
    ]

    /// Generated ids, and ids from other sources.
    static let ids: [ConformanceRule] = [
        .core("without ids, the store makes distinct ones: UUIDs of version 7 or 8 as in RFC 9562") { store in
            try await store.append(EventData.facts(1...500), to: "a-1")
            try await store.append(EventData.facts(1...500), to: "a-1")
            let ids = try await store.everything().map(\.id)
            try requireEqual(Set(ids).count, 1_000, "the number of distinct ids")
            for id in ids {
                let version = id.high >> 12 & 0xF
                try require(version == 7 || version == 8, "\(id) is a UUID of version \(version)")
                try requireEqual(id.low >> 62, 0b10, "the variant of \(id)")
            }
        },
        .core("an event is found by an id made by the store") { store in
            for _ in 0..<3 { try await store.append(EventData.facts(1...50), to: "a-1") }
            for event in try await store.everything() {
                try requireEqual(try await store.event(withID: event.id), event, "the event with id \(event.id)")
            }
        },
        .core("a repeat with an id made by the store is a repeat, as with a caller's id") { store in
            try await store.append(EventData.facts(1...3), to: "a-1")
            let recorded = try await store.event(at: 2)
            let same = EventData.fact("2", id: recorded.id)
            let again = try await store.append([same], to: "a-1", expecting: .noStream)
            try require(again.wasAlreadyCommitted, "the repeat is not marked as already committed")
            try requireEqual(again.positions, [2], "the positions of the repeat")
            let error = try await store.requireRefused(
                Commit([.fact("other", id: recorded.id)], to: "a-1"), .idempotencyMismatch, "other data under the id")
            try requireEqual(error.eventIDs, [recorded.id], "the ids that the error names")
        },
        .core("an id that differs from a recorded one in any bit is not recorded") { store in
            try await store.append(EventData.facts(1...3), to: "a-1")
            let id = try await store.event(at: 2).id
            // A store may derive its ids from positions, or look them up by a part.
            for bit in 0..<64 {
                for other in [
                    EventID(high: id.high ^ 1 << bit, low: id.low), EventID(high: id.high, low: id.low ^ 1 << bit),
                ] {
                    try requireEqual(try await store.event(withID: other), nil, "the event with id \(other)")
                }
            }
        },
        .core("an id made elsewhere is found, even if it looks like one of the store's") { store in
            try await store.append(EventData.facts(1...3), to: "a-1")
            let made = try await store.event(at: 2).id
            // A store that derives its ids from positions must not take these for its own.
            let alike = [
                EventID(high: made.high, low: made.low ^ 1), EventID(high: made.high ^ 1, low: made.low),
                EventID(high: 0, low: 0), EventID(high: .max, low: .max), .random(),
            ]
            let events = alike.enumerated().map { EventData.fact("\($0.offset)", id: $0.element) }
            try await store.append(events, to: "b-1")
            for (number, id) in alike.enumerated() {
                let event = try requireValue(try await store.event(withID: id), "the event with id \(id)")
                try requireEqual(event.text, "\(number)", "the event with id \(id)")
                try requireEqual(event.id, id, "its id")
            }
            try requireEqual(try await store.event(withID: made)?.position, 2, "the event that was there before")
            try require(try await store.append(events, to: "b-1").wasAlreadyCommitted, "the repeat is not marked")
        },
    ]
}
