internal import Nacre

extension ConformanceRule {
    /// Concurrent tasks.
    static let concurrency: [ConformanceRule] = [
        .core("of many tasks that create one stream, exactly one succeeds") { store in
            let wins = try await results(of: 64) { number in
                do {
                    try await store.append([.fact("\(number)")], to: "a-1", expecting: .noStream)
                    return true
                } catch let error as EventStoreError {
                    try requireEqual(
                        error.violations, [.expectation(stream: "a-1", expected: .noStream, actual: 1)],
                        "the violations of a loser")
                    return false
                }
            }
            try requireEqual(wins.count(where: \.self), 1, "the number of winners")
            try requireEqual(try await store.head(), 1, "the head")
        },
        .core("of many tasks that expect one version, exactly one succeeds, and every conflict is real") { store in
            let versions = try await results(of: 64) { number in
                while true {
                    let version = try await store.version(of: "a-1")
                    do {
                        let event = EventData.fact("\(number)")
                        let result = try await store.append([event], to: "a-1", expecting: .exact(version))
                        try requireEqual(result.version(of: "a-1"), version + 1, "the version of a winner")
                        return version + 1
                    } catch let error as EventStoreError {
                        try requireEqual(error.code, .conflict, "the error of a loser")
                        guard case .expectation("a-1", .exact(version), let actual) = error.violations.first else {
                            throw ConformanceFailure(finding: "the violations of a loser: \(error.violations)")
                        }
                        // A real conflict: another writer has won since the version was read.
                        try require(actual > version, "expected version \(version), refused because it is \(actual)")
                    }
                }
            }
            try requireEqual(versions.sorted(), [StreamVersion](1...64), "the versions won")
            try requireEqual(try await store.version(of: "a-1"), 64, "the version at the end")
            try requireEqual(Set(try await store.read("a-1").collect().texts).count, 64, "the number of writers")
        },
        .core("of two tasks that each write a stream if the other's does not exist, exactly one succeeds") { store in
            let outcomes = try await results(of: 64) { number in
                let (commit, other) = crossed(number / 2, number % 2)
                do {
                    try await store.append(commit)
                    return (pair: number / 2, hasWon: true)
                } catch let error as EventStoreError {
                    try requireEqual(
                        error.violations, [.check(stream: other, expected: .noStream, actual: 1)],
                        "the violations of a loser")
                    return (pair: number / 2, hasWon: false)
                }
            }
            for pair in 0..<32 {
                let wins = outcomes.count { $0.pair == pair && $0.hasWon }
                try requireEqual(wins, 1, "the number of winners of pair \(pair)")
            }
            try requireEqual(try await store.head(), 32, "the head")
        },
        .core("the events of one commit are contiguous and in order") { store in
            let results = try await results(of: 64) { number in
                let entries = (0..<5).map { index in
                    Commit.Entry(
                        // One stream is shared, so that its versions prove the order of the commits.
                        stream: StreamName(index == 2 ? "shared-1" : "own-\(number)"),
                        event: .fact("\(number)/\(index)"))
                }
                return (number, try await store.append(Commit(entries: entries)))
            }
            let log = try await store.everything()
            try requireEqual(log.positions, [Position](1...320), "the positions")
            for (number, result) in results {
                let first = try requireValue(result.positions.first, "the first position of commit \(number)")
                try requireEqual(result.positions, [Position](first..<first + 5), "the positions of commit \(number)")
                let events = log[Int(first) - 1..<Int(first) + 4]
                try requireEqual(events.texts, (0..<5).map { "\(number)/\($0)" }, "the events of commit \(number)")
                try requireEqual(
                    events.map(\.isLastOfCommit), [false, false, false, false, true], "the marks of commit \(number)")
            }
            try requireEqual(try await store.read("shared-1").collect().versions, [StreamVersion](1...64), "versions")
        },
        .core("of many tasks that append the same ids, one writes and the others get its result") { store in
            let commit = Commit((1...3).map { .fact("\($0)", id: .random()) }, to: "a-1", expecting: .noStream)
            let results = try await results(of: 32) { _ in try await store.append(commit) }
            try requireEqual(results.count { !$0.wasAlreadyCommitted }, 1, "the number of writers")
            try requireEqual(Set(results.map(\.positions)), [[1, 2, 3]], "the positions")
            try requireEqual(try await store.head(), 3, "the head")
        },
        .core("a read never sees a partial commit or a gap") { store in
            try await withThrowingTaskGroup(of: Void.self) { group in
                for writer in 0..<4 {
                    group.addTask {
                        for _ in 0..<25 {
                            try await store.append(EventData.facts(1...3), to: StreamName("s-\(writer)"))
                        }
                    }
                }
                for _ in 0..<2 {
                    group.addTask {
                        while true {
                            let log = try await store.everything()
                            try requireEqual(log.positions, log.indices.map { Position($0) + 1 }, "the positions")
                            try require(log.last?.isLastOfCommit ?? true, "a read ended at \(log.count) in a commit")
                            if log.count == 300 { return }
                            // Short reads do not suspend: a polling task must yield to others.
                            await Task.yield()
                        }
                    }
                }
                try await group.waitForAll()
            }
        },
    ]

    /// One of two commits, of which at most one may be appended: each writes a stream and checks the other's stream.
    ///
    /// - Parameters:
    ///   - pair: The number of the pair.
    ///   - side: 0 or 1.
    /// - Returns: The commit, and the stream that it checks.
    static func crossed(_ pair: Int, _ side: Int) -> (commit: Commit, other: StreamName) {
        let streams = ["a-\(pair)", "b-\(pair)"].map { StreamName($0) }
        let (own, other) = (streams[side], streams[1 - side])
        let commit = Commit {
            Append(.fact(), to: own)
            Check(other, .noStream)
        }
        return (commit, other)
    }

    /// The results of tasks that run concurrently.
    static func results<Result: Sendable>(
        of count: Int, _ operation: @escaping @Sendable (Int) async throws -> Result
    ) async throws -> [Result] {
        try await withThrowingTaskGroup(of: Result.self) { group in
            for number in 0..<count { group.addTask { try await operation(number) } }
            return try await group.reduce(into: []) { $0.append($1) }
        }
    }
}
