internal import Nacre

extension ConformanceRule {
    /// How a subscription ends.
    static let subscriptionEnds: [ConformanceRule] = [
        .following("a subscription after a position beyond the head throws noSuchPosition") { store in
            try await store.append(EventData.facts(1...2), to: "a-1")
            for position in [Position(3), .max] {
                var iterator = store.subscribe(after: position).makeAsyncIterator()
                try await requireError(.noSuchPosition, "a subscription after \(position)") {
                    _ = try await iterator.next()
                }
                try requireEqual(try await iterator.next(), nil, "what comes after the error")
            }
        },
        .following("a subscription with a query outside the limits is an invalid argument") { store in
            for query in [Query([]), .types(""), .tagged(Tag(String(repeating: "t", count: 256)))] {
                try await requireError(.invalidArgument, "a subscription to \(query)") {
                    var iterator = store.subscribe(matching: query).makeAsyncIterator()
                    _ = try await iterator.next()
                }
            }
        },
        .following("a cancelled subscription ends with CancellationError, waiting or not") { store in
            try await store.append(EventData.facts(1...10), to: "a-1")
            for taken in [1, 10, 11] {
                let task = Task {
                    var iterator = store.subscribe().makeAsyncIterator()
                    _ = try await iterator.take(taken)
                    if taken == 11 { _ = try await iterator.take(1) }
                    while !Task.isCancelled { await Task.yield() }
                    _ = try await iterator.take(1)
                }
                try await Task.sleep(for: .milliseconds(20))
                task.cancel()
                let result = await task.result
                if case .failure(let error) = result, error is CancellationError { continue }
                throw ConformanceFailure(finding: "cancelled after \(taken) messages, it ended with \(result)")
            }
        },
        .following("closing ends a waiting subscription, with an error that says so") { store in
            try await store.append(EventData.facts(1...3), to: "a-1")
            var iterator = store.subscribe(matching: .types("Nothing")).makeAsyncIterator()
            try requireEqual(try await iterator.take(1), [.marker(3)], "at first")
            let task = Task { [iterator] in
                var iterator = iterator
                _ = try await iterator.take(1)
            }
            // By now the subscription usually waits; if it does not, it must end all the same.
            try await Task.sleep(for: .milliseconds(20))
            await store.close()
            let error = try await requireError(.closed, "the subscription") { try await task.value }
            try require(error.message.contains("subscribe after position 3"), "the message is: \(error.message)")
        },
        .following("closing ends a busy subscription after the events that it has read") { store in
            for _ in 0..<4 { try await store.append(EventData.facts(1...Subscription.maxBatch), to: "a-1") }
            var iterator = store.subscribe().makeAsyncIterator()
            try requireEqual(try await iterator.take(1), [.event(1)], "before")
            await store.close()
            var last: Position = 1
            let error = try await requireError(.closed, "the subscription") {
                while true {
                    let delivered = try await iterator.take(1)
                    try requireEqual(delivered, [.event(last + 1)], "what it delivers after \(last)")
                    last += 1
                }
            }
            try require(
                error.message.contains("subscribe after position \(last)"),
                "the message after delivering \(last) is: \(error.message)")
        },
        .following("a closed store rejects subscriptions") { store in
            await store.close()
            var iterator = store.subscribe().makeAsyncIterator()
            try await requireError(.closed, "a subscription") { _ = try await iterator.next() }
        },
    ]
}
