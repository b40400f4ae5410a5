internal import DomainKit
internal import Nacre

extension ConformanceRule {
    /// Rules for commits and lookups across processes.
    static let sharedRules: [ConformanceRule] = [
        .rule(.shared, "a check is evaluated on the other process's commits") { subject in
            let store = try await subject.store()
            _ = try await subject.appendInAnotherProcess(Commit([.fact()], to: "a-1"))
            let checking = { (expectation: Expectation) in
                Commit {
                    Append(.fact(), to: "b-1")
                    Check("a-1", expectation)
                }
            }
            let error = try await store.requireRefused(checking(.noStream), .conflict, "the commit")
            try requireEqual(
                error.violations, [.check(stream: "a-1", expected: .noStream, actual: 1)], "the violations")
            try await store.append(checking(.exact(1)))
            try await store.append([.fact()], to: "a-1")
            try await requireError(.conflict, "the other process's commit") {
                _ = try await subject.appendInAnotherProcess(checking(.exact(1)))
            }
            try requireEqual(try await store.head(), 3, "the head")
        },
        .rule(.shared, "of two processes that each write a stream if the other's does not exist, one succeeds") {
            subject in
            let store = try await subject.store()
            for round in 0..<4 {
                let (ours, theirs) = (crossed(round, 0), crossed(round, 1))
                async let here = succeeds { _ = try await store.append(ours.commit) }
                async let there = succeeds { _ = try await subject.appendInAnotherProcess(theirs.commit) }
                let wins = [try await here, try await there]
                try requireEqual(wins.count(where: \.self), 1, "the number of winners")
                let versions = [try await store.version(of: theirs.other), try await store.version(of: ours.other)]
                try requireEqual(versions, wins.map { $0 ? 1 : 0 }, "the versions of the two streams")
                try requireEqual(try await store.head(), Position(round) + 1, "the head")
            }
        },
        .rule(.shared, "recordedAt never decreases along the log, even if another process's clock is behind") {
            subject in
            // The other process uses the system clock, which is before the year 2100.
            let future = Instant(nanosecondsSince1970: 4_102_444_800_000_000_000, decimals: 6)
            let clock = ManualTimeSource(future)
            let store = try await subject.store(timeSource: clock)
            for _ in 0..<2 {
                try await store.append([.fact()], to: "a-1")
                _ = try await subject.appendInAnotherProcess(Commit([.fact()], to: "b-1"))
            }
            // The other process must also adopt a time that moved on.
            let later = clock.advance(by: .seconds(1))
            try await store.append([.fact()], to: "a-1")
            _ = try await subject.appendInAnotherProcess(Commit([.fact()], to: "b-1"))
            let theirs = try await store.read("b-1").collect()
            try require(theirs.allSatisfy { $0.time < future }, "the other process's clock is not behind: \(theirs)")
            let expected = [future, future, future, future, later, later]
            try requireEqual(try await store.everything().map(\.recordedAt), expected, "when they were recorded")
            let seen = try await subject.readInAnotherProcess("b-1").map(\.recordedAt)
            try requireEqual(seen, [future, future, later], "when they were recorded, as the other process reads it")
        },
        .rule(.shared, "an id recorded by another process is rejected with other data, or in part") { subject in
            let store = try await subject.store()
            let theirs = EventData.fact("theirs", id: .random())
            let ours = EventData.fact("ours", id: .random())
            _ = try await subject.appendInAnotherProcess(Commit([theirs], to: "a-1"))
            try await store.append([ours], to: "a-1")
            var differing = theirs
            differing.data = [0]
            let partial = Commit([theirs, .fact(id: .random())], to: "a-1")
            for commit in [Commit([differing], to: "a-1"), partial] {
                let error = try await store.requireRefused(commit, .idempotencyMismatch, "the commit here")
                try requireEqual(error.eventIDs, [theirs.id].compactMap(\.self), "the ids that the error names")
            }
            try await requireError(.idempotencyMismatch, "the other process's commit") {
                _ = try await subject.appendInAnotherProcess(Commit([ours], to: "b-1"))
            }
            try requireEqual(try await store.head(), 2, "the head")
        },
        .rule(.shared, "a subscription's query matches the other process's commits too") { subject in
            let store = try await subject.store()
            try await withTimeLimit {
                var iterator = store.subscribe(matching: .tagged("t")).makeAsyncIterator()
                try requireEqual(try await iterator.take(1), [.marker(0)], "at first")
                let there = try await subject.appendInAnotherProcess(
                    Commit([.fact(), .fact(tags: ["t"]), .fact(tags: ["u"])], to: "a-1"))
                try requireEqual(there.lastPosition, try await store.head(), "the head")
                try requireEqual(try await iterator.take(1), [.event(2)], "the event from there")
                try await store.append([.fact(tags: ["t"])], to: "a-1")
                try requireEqual(try await iterator.take(1), [.event(4)], "the event from here")
            }
        },
    ]
}
