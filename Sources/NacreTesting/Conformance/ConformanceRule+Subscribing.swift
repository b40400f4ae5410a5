internal import DomainKit
internal import Nacre

extension ConformanceRule {
    /// What a subscription delivers, and when.
    static let subscribing: [ConformanceRule] = [
        .following("a subscription delivers every event once, in order: existing events, a marker, new events") {
            store in
            try await store.append(EventData.facts(1...3), to: "a-1")
            var iterator = store.subscribe().makeAsyncIterator()
            try requireEqual(try await iterator.take(4), .events(1...3) + [.marker(3)], "the existing events")
            try await store.append(EventData.facts(4...5), to: "b-1")
            try requireEqual(try await iterator.take(2), .events(4...5), "the new events")
            try await store.append([.fact()], to: "a-1")
            try requireEqual(try await iterator.take(1), [.event(6)], "the next event")
        },
        .following("a new event wakes a waiting subscription") { store in
            let messages = Task {
                var iterator = store.subscribe().makeAsyncIterator()
                return try await iterator.take(4)
            }
            defer { messages.cancel() }
            // The pauses give the subscription time to wait before each event.
            for _ in 1...3 {
                try await Task.sleep(for: .milliseconds(20))
                try await store.append([.fact()], to: "a-1")
            }
            let delivered = try await withTaskCancellationHandler {
                try await messages.value
            } onCancel: {
                messages.cancel()
            }
            try requireEqual(delivered.events, [1, 2, 3], "the events")
        },
        .following("a subscription begins with the marker if no events exist after its position") { store in
            var iterator = store.subscribe().makeAsyncIterator()
            try requireEqual(try await iterator.take(1), [.marker(0)], "the first message of an empty log")
            try await store.append(EventData.facts(1...3), to: "a-1")
            try requireEqual(try await iterator.take(3), .events(1...3), "the new events")
            var atHead = store.subscribe(after: 3).makeAsyncIterator()
            try requireEqual(try await atHead.take(1), [.marker(3)], "the first message after the head")
        },
        .following("a subscription begins after its position, and delivers only matching events") { store in
            let append = { (number: Int) in
                _ = try await store.append(
                    [.fact(type: "Odd", tags: ["t"]), .fact(type: "Even"), .fact(type: "Odd"), .fact(type: "Even")],
                    to: StreamName("s\(number)-1"))
            }
            for number in 1...2 { try await append(number) }
            let queries: [(Query, [Position])] = [
                (.types("Odd"), [3, 5, 7, 9, 11]), (.tagged("t"), [5, 9]), (.categories("s2"), [5, 6, 7, 8]),
                (Query([.init(types: ["Even"], categories: ["s3"]), .init(tags: ["t"])]), [5, 9, 10, 12]),
                (.all, [Position](3...12)),
            ]
            var iterators = queries.map { store.subscribe(after: 2, matching: $0.0).makeAsyncIterator() }
            for index in queries.indices {
                let there = queries[index].1.filter { $0 <= 8 }.map { ReceivedMessage.event($0) }
                try requireEqual(
                    try await iterators[index].take(there.count + 1), there + [.marker(8)],
                    "the existing events of \(queries[index].0)")
            }
            try await append(3)
            for index in queries.indices {
                let coming = queries[index].1.filter { $0 > 8 }.map { ReceivedMessage.event($0) }
                try requireEqual(
                    try await iterators[index].take(coming.count), coming, "the new events of \(queries[index].0)")
            }
        },
        .following("a subscription delivers the same events as a read, in all their parts") {
            store in
            let append = {
                let event = EventData(
                    id: .random(), type: "Wanted", schema: 7, time: Instant(nanosecondsSince1970: 5, decimals: 9),
                    tags: ["z", "a"], data: [UInt8](0...255), metadata: [0, 0xFF])
                try await store.append(
                    Commit {
                        Append(.fact("other", id: .random()), to: "a-1")
                        Append(event, to: "b-1")
                        Append(.fact(type: "Wanted", id: .random()), .fact(id: .random(), tags: ["a"]), to: "a-1")
                    })
            }
            // Each query takes another path: all events, and each part of an item.
            let queries = [Query.all, .types("Wanted"), .tagged("a"), .categories("b")]
            var iterators = queries.map { store.subscribe(matching: $0).makeAsyncIterator() }
            var delivered = queries.map { _ in [RecordedEvent]() }
            // First the existing events and the marker, then new events.
            for (round, markers) in [1, 0].enumerated() {
                _ = try await append()
                for index in queries.indices {
                    let read = try await store.readLog(matching: queries[index]).collect()
                    let count = read.count - delivered[index].count + markers
                    delivered[index] += try await iterators[index].takeWhole(count).events
                    try requireEqual(delivered[index], read, "the events of \(queries[index]) in round \(round + 1)")
                }
            }
        },
        .following("the marker gives the position up to which the log was read, whether or not events match there") {
            store in
            try await store.append([.fact(type: "Rare")] + EventData.facts(2...5), to: "a-1")
            var iterator = store.subscribe(matching: .types("Rare")).makeAsyncIterator()
            try requireEqual(try await iterator.take(2), [.event(1), .marker(5)], "the messages")
        },
        .following("a subscription that keeps pace gets one marker, however many events arrive") { store in
            var iterator = store.subscribe(matching: .types("Wanted")).makeAsyncIterator()
            try requireEqual(try await iterator.take(1), [.marker(0)], "at first")
            for number in Position(1)...50 {
                try await store.append([.fact(type: "Passed over"), .fact(type: "Wanted")], to: "a-1")
                try requireEqual(try await iterator.take(1), [.event(2 * number)], "after commit \(number)")
            }
        },
        .following("a subscription that fell behind gets the marker again once it has caught up") { store in
            var iterator = store.subscribe().makeAsyncIterator()
            try requireEqual(try await iterator.take(1), [.marker(0)], "at first")
            // With more than one full batch outstanding, the subscription has fallen behind.
            let count = Position(4 * Subscription.maxBatch)
            for _ in 1...4 { try await store.append(EventData.facts(1...Subscription.maxBatch), to: "a-1") }
            try requireEqual(
                try await iterator.take(Int(count) + 1), .events(1...count) + [.marker(count)], "the messages since")
            try await store.append([.fact()], to: "a-1")
            try requireEqual(try await iterator.take(1), [.event(count + 1)], "the next event")
        },
        .following("a slow subscription misses nothing, and delays neither appends nor other subscriptions") {
            store in
            var slow = store.subscribe().makeAsyncIterator()
            var quick = store.subscribe().makeAsyncIterator()
            try requireEqual(try await slow.take(1), [.marker(0)], "at first")
            try requireEqual(try await quick.take(1), [.marker(0)], "at first")
            for number in Position(0)..<40 {
                try await store.append(EventData.facts(1...100), to: "a-1")
                try requireEqual(
                    try await quick.take(100), .events(100 * number + 1...100 * number + 100), "the quick one")
            }
            try requireEqual(try await slow.take(4_001).events, [Position](1...4_000), "the slow one")
        },
        .following("each iteration of a subscription follows the log independently") { store in
            try await store.append(EventData.facts(1...2), to: "a-1")
            let subscription = store.subscribe(after: 1)
            var first = subscription.makeAsyncIterator()
            try requireEqual(try await first.take(2), [.event(2), .marker(2)], "the first")
            try await store.append([.fact()], to: "a-1")
            var second = subscription.makeAsyncIterator()
            try requireEqual(try await second.take(3), [.event(2), .event(3), .marker(3)], "the second")
            try requireEqual(try await first.take(1), [.event(3)], "the first again")
        },
        .following("subscriptions see the same events as a read of the log, while many tasks append") { store in
            try await store.append(EventData.facts(1...10), to: "a-1")
            try await withThrowingTaskGroup(of: Void.self) { group in
                for writer in 0..<4 {
                    group.addTask {
                        for round in 1...50 {
                            try await store.append(
                                EventData.facts(1...3, type: round % 2 == 0 ? "Even" : "Odd"),
                                to: StreamName("s-\(writer)"))
                        }
                    }
                }
                for start in Position(0)..<6 {
                    let query: Query = start % 2 == 0 ? .all : .types("Even")
                    // 10 events, and 600 of the writers, half of which are even.
                    let count = start % 2 == 0 ? 610 - Int(start) : 300
                    group.addTask {
                        var iterator = store.subscribe(after: start, matching: query).makeAsyncIterator()
                        var delivered: [Position] = []
                        while delivered.count < count { delivered += try await iterator.take(1).events }
                        let read = try await store.readLog(.forward(after: start), matching: query).collect()
                        try requireEqual(delivered, Array(read.positions.prefix(count)), "the events after \(start)")
                    }
                }
                try await group.waitForAll()
            }
        },
    ]

    /// What a subscription sees of other processes' commits.
    static let sharedSubscribing: [ConformanceRule] = [
        .rule(.shared, "another process's commits reach a subscription, in log order") { subject in
            let store = try await subject.store()
            try await withTimeLimit {
                var iterator = store.subscribe().makeAsyncIterator()
                try requireEqual(try await iterator.take(1), [.marker(0)], "at first")
                for round in Position(0)..<3 {
                    let there = try await subject.appendInAnotherProcess(
                        Commit(EventData.facts(1...2), to: "a-1"))
                    try requireEqual(there.lastPosition, try await store.head(), "the head")
                    let first = 3 * round + 1
                    try requireEqual(try await iterator.take(2), .events(first...first + 1), "the events from there")
                    try await store.append([.fact()], to: "a-1")
                    try requireEqual(try await iterator.take(1), [.event(first + 2)], "the event from here")
                }
            }
        }
    ]

    /// A rule that subscribes to the log of an open, empty store.
    static func following(
        _ text: String, _ body: @escaping @Sendable (any EventStore) async throws -> Void
    ) -> ConformanceRule {
        // A message that never comes would block the rule forever.
        .core(text) { store in try await withTimeLimit { try await body(store) } }
    }
}
