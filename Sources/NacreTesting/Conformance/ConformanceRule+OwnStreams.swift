internal import Nacre

extension ConformanceRule {
    /// Reserved streams, whose names begin with `$`, and the separate way to write them.
    static let ownStreams: [ConformanceRule] = [
        .core("an application's append to a stream whose name begins with $ is rejected, naming the stream") { store in
            for name in ["$", "$process-a", "$$", "$ 1", "$\(composed)"] {
                let commits = [
                    Commit([.fact(id: .random())], to: StreamName(name)),
                    Commit([.fact()], to: StreamName(name), expecting: .noStream),
                    Commit {
                        Append(.fact(), to: "a-1")
                        Append(.fact(), .fact(), to: StreamName(name))
                    },
                ]
                for commit in commits {
                    let error = try await store.requireRefused(commit, .reservedStream, "an append to \(name)")
                    try requireNamed([name, "another stream"], in: error, "an append to \(name)")
                    try requireEqual(error.outcome, .notWritten, "the outcome")
                }
            }
            // Only the first character reserves a name.
            try await store.append([.fact()], to: "a$", expecting: .noStream)
            try await store.append([.fact()], to: " $", expecting: .noStream)
        },
        .core("an application's append to a reserved stream is rejected even if its events are recorded there") {
            store in
            let commit = Commit([.fact(id: .random())], to: "$process-a")
            try await store.append(commit, as: .system)
            try await store.requireRefused(commit, .reservedStream, "the repeat by an application")
            let again = try await store.append(commit, as: .system)
            try require(again.wasAlreadyCommitted, "the repeat by the system author is not marked")
        },
        .core("the system author may append to every stream, by the same rules") { store in
            let both = Commit {
                Append(.fact("a"), to: "a-1")
                Expect("$process-a", .noStream)
                Append(.fact("one"), to: "$process-a")
            }
            let result = try await store.append(both, as: .system)
            try requireEqual(result.positions, [1, 2], "the positions")
            try requireEqual(result.version(of: "$process-a"), 1, "the version")
            let error = try await requireError(.conflict, "the second commit") {
                try await store.append(both, as: .system)
            }
            try requireEqual(
                error.violations, [.expectation(stream: "$process-a", expected: .noStream, actual: 1)],
                "the violated expectation")
            try await store.append([.fact("two")], to: "$process-a", expecting: .exact(1), as: .system)
            try requireEqual(try await store.everything().texts, ["a", "one", "two"], "the log")
            try await requireError(.invalidArgument, "a commit without events") {
                try await store.append(Commit(entries: []), as: .system)
            }
        },
        .core("reserved streams are read, found, followed and checked like any other") { store in
            try await store.append([.fact("one"), .fact("two")], to: "$process-a", as: .system)
            try requireEqual(try await store.read("$process-a").collect().texts, ["one", "two"], "the stream")
            try requireEqual(try await store.version(of: "$process-a"), 2, "its version")
            let found = try await store.readLog(matching: .categories("$process")).collect()
            try requireEqual(found.texts, ["one", "two"], "what a query finds")
            try await withTimeLimit {
                var messages = store.subscribe(after: 0, matching: .categories("$process")).makeAsyncIterator()
                try requireEqual(try await messages.take(2), .events(1...2), "what a subscription delivers")
            }
            try await store.append(
                Commit {
                    Append(.fact("three"), to: "a-1")
                    Check("$process-a", .exact(2))
                    Condition(failIfEventsMatch: .categories("$process"), after: 2)
                })
            let stale = Commit {
                Append(.fact("four"), to: "a-1")
                Check("$process-a", .exact(1))
                Condition(failIfEventsMatch: .categories("$process"), after: 1)
            }
            let error = try await store.requireRefused(stale, .conflict, "the stale commit")
            try requireEqual(error.violations.count, 2, "the number of violations")
        },
    ]
}
