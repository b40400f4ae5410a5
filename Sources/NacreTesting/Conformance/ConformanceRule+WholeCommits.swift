internal import Nacre

extension ConformanceRule {
    /// The number of events that each commit of the writers has in each of its two streams.
    private static let eventsPerStream = 3

    /// Appends commits to two streams concurrently from a few tasks, while other tasks read.
    private static func whileAppending(
        to store: any EventStore, look: @escaping @Sendable () async throws -> Bool
    ) async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<4 {
                group.addTask {
                    for _ in 0..<25 {
                        try await store.append(
                            Commit {
                                Append(EventData.facts(1...eventsPerStream, type: "Left"), to: "left-1")
                                Append(EventData.facts(1...eventsPerStream, type: "Right"), to: "right-1")
                            })
                    }
                }
            }
            for _ in 0..<2 {
                group.addTask { while try await !look() { await Task.yield() } }
            }
            // The first error cancels the other tasks, which would otherwise read forever.
            while try await group.next() != nil {}
        }
    }

    /// Concurrent commits are visible completely or not at all, in every kind of read.
    static let wholeCommits: [ConformanceRule] = [
        .core("a read of a stream never sees a partial commit or a gap") { store in
            try await whileAppending(to: store) {
                let left = try await store.read("left-1").collect().versions
                let right = try await store.read("right-1", .backward()).collect().versions
                try requireEqual(left, left.indices.map { StreamVersion($0) + 1 }, "the versions")
                try requireEqual(
                    right, right.indices.reversed().map { StreamVersion($0) + 1 }, "the versions, backward")
                for count in [left.count, right.count] {
                    try require(count.isMultiple(of: eventsPerStream), "a read ended at \(count), within a commit")
                }
                try require(right.count >= left.count, "one stream is older than the other, though read later")
                return right.count == 100 * eventsPerStream && left.count == right.count
            }
        },
        .core("a query result never ends within a commit, and a version is never within one") { store in
            try await whileAppending(to: store) {
                let version = try await store.version(of: "right-1")
                let found = try await store.readLog(matching: .types("Left")).collect()
                let head = try await store.head()
                let end = try await store.readLog(.backward(), matching: .categories("right"), limit: 1).collect()
                try require(
                    Int(version).isMultiple(of: eventsPerStream), "a version stands at \(version), within a commit")
                try require(
                    found.count.isMultiple(of: eventsPerStream), "a query ended at \(found.count), within a commit")
                try require(
                    Int(head).isMultiple(of: 2 * eventsPerStream), "the head stands at \(head), within a commit")
                try require(end.first?.isLastOfCommit ?? true, "a read backward began within a commit")
                try require(found.count >= version, "a read is older than one before it")
                return version == 100 * eventsPerStream
            }
        },
        .following("a subscription's marker is never within a commit") { store in
            try await whileAppending(to: store) {
                var iterator = store.subscribe(matching: .types("None")).makeAsyncIterator()
                guard case .marker(let position)? = try await iterator.take(1).first else {
                    throw ConformanceFailure(finding: "an event that does not match was delivered")
                }
                try require(
                    Int(position).isMultiple(of: 2 * eventsPerStream), "the marker stands at \(position)")
                return position == 200 * eventsPerStream
            }
        },
    ]
}
