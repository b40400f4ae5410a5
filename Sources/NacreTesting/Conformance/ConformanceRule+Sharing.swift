internal import Nacre

extension ConformanceRule {
    /// What processes that share a store see of each other.
    static let sharing: [ConformanceRule] = [
        .rule(.shared, "another process's commit is visible once it is acknowledged") { subject in
            let store = try await subject.store()
            try await store.append([.fact("1")], to: "a-1")
            let id = EventID.random()
            let result = try await subject.appendInAnotherProcess(
                Commit([.fact("2", id: id, tags: ["t"])], to: "a-1", expecting: .exact(1)))
            try requireEqual(result.positions, [2], "the other process's positions")
            try requireEqual(result.version(of: "a-1"), 2, "the version in its result")
            try requireEqual(try await store.head(), 2, "the head")
            try requireEqual(try await store.version(of: "a-1"), 2, "the version")
            try requireEqual(try await store.read("a-1").collect().texts, ["1", "2"], "the stream")
            try requireEqual(try await store.everything().texts, ["1", "2"], "the log")
            try requireEqual(try await store.event(withID: id)?.position, 2, "the event by its id")
            try requireEqual(try await store.readLog(matching: .tagged("t")).collect().positions, [2], "the query")
        },
        .rule(.shared, "another process reads this process's acknowledged events") { subject in
            let store = try await subject.store()
            for count in 1...3 {
                try await store.append([.fact(id: .random(), tags: ["t"])], to: "a-1")
                let events = try await subject.readInAnotherProcess("a-1")
                try requireEqual(events, try await store.read("a-1").collect(), "the stream after \(count) appends")
            }
        },
        .rule(.shared, "an expectation is evaluated on the other process's commits") { subject in
            let store = try await subject.store()
            _ = try await subject.appendInAnotherProcess(Commit([.fact()], to: "a-1"))
            let error = try await store.requireRefused(
                Commit([.fact()], to: "a-1", expecting: .noStream), .conflict, "the commit")
            try requireEqual(
                error.violations, [.expectation(stream: "a-1", expected: .noStream, actual: 1)], "the violations")
            try await store.append([.fact()], to: "a-1", expecting: .exact(1))
            try await requireError(.conflict, "the other process's commit") {
                _ = try await subject.appendInAnotherProcess(Commit([.fact()], to: "a-1", expecting: .exact(1)))
            }
            try requireEqual(try await store.head(), 2, "the head")
        },
        .rule(.shared, "a repeat is recognised from another process") { subject in
            let store = try await subject.store()
            let here = Commit([.fact(id: .random()), .fact(id: .random())], to: "a-1", expecting: .noStream)
            let there = Commit([.fact(id: .random())], to: "b-1", expecting: .noStream)
            let first = try await store.append(here)
            let second = try await subject.appendInAnotherProcess(there)
            // Both ways: each process must find the ids that the other recorded.
            let hereAgain = try await subject.appendInAnotherProcess(here)
            let thereAgain = try await store.append(there)
            try require(hereAgain.wasAlreadyCommitted, "the other process's repeat is not marked")
            try require(thereAgain.wasAlreadyCommitted, "the repeat of the other process's commit is not marked")
            try requireEqual(hereAgain.positions, first.positions, "the positions of the other process's repeat")
            try requireEqual(thereAgain.positions, second.positions, "the positions of the repeat")
            try requireEqual(thereAgain.streams, second.streams, "the streams of the repeat")
            try requireEqual(try await store.head(), 3, "the head")
        },
        .rule(.shared, "positions and versions continue across the commits of several processes") { subject in
            let store = try await subject.store()
            for _ in 0..<4 {
                try await store.append([.fact(), .fact()], to: "a-1")
                _ = try await subject.appendInAnotherProcess(Commit([.fact()], to: "a-1"))
            }
            let log = try await store.everything()
            try requireEqual(log.positions, [Position](1...12), "the positions")
            try requireEqual(log.versions, [StreamVersion](1...12), "the versions")
            try requireEqual(Set(log.map(\.id)).count, 12, "the number of distinct ids")
        },
        .rule(.shared, "of two processes that create one stream, one succeeds") { subject in
            let store = try await subject.store()
            for round in 0..<4 {
                let commit = Commit([.fact()], to: StreamName("a-\(round)"), expecting: .noStream)
                async let here = succeeds { _ = try await store.append(commit) }
                async let there = succeeds { _ = try await subject.appendInAnotherProcess(commit) }
                let wins = [try await here, try await there]
                try requireEqual(wins.count(where: \.self), 1, "the number of winners")
                try requireEqual(try await store.head(), Position(round) + 1, "the head")
            }
        },
        .rule(.shared, "a condition is evaluated on the other process's commits") { subject in
            let store = try await subject.store()
            try await store.append([.fact()], to: "a-1")
            _ = try await subject.appendInAnotherProcess(Commit([.fact(type: "Met", tags: ["t"])], to: "a-1"))
            let condition = AppendCondition(failIfEventsMatch: .tagged("t"), after: 1)
            let error = try await store.requireRefused(commit(under: condition), .conflict, "the commit")
            try requireEqual(
                error.violations, [.condition(index: 0, condition: condition, conflict: conflict(2, "Met", "t"))],
                "the violations")
            try await store.append(commit(under: .init(failIfEventsMatch: .tagged("t"), after: 2)))
            try await requireError(.conflict, "the other process's commit") {
                _ = try await subject.appendInAnotherProcess(
                    commit(under: .init(failIfEventsMatch: .categories("new"), after: 2)))
            }
            _ = try await subject.appendInAnotherProcess(
                commit(under: .init(failIfEventsMatch: .categories("new"), after: 3)))
            try requireEqual(try await store.head(), 4, "the head")
        },
        .rule(.shared, "of two processes that claim one free tag, one succeeds") { subject in
            let store = try await subject.store()
            for round in 0..<4 {
                let tag = Tag("name:\(round)")
                let claim = commit(.fact(tags: [tag]), under: .init(failIfEventsMatch: .tagged(tag)))
                async let here = succeeds { _ = try await store.append(claim) }
                async let there = succeeds { _ = try await subject.appendInAnotherProcess(claim) }
                let wins = [try await here, try await there]
                try requireEqual(wins.count(where: \.self), 1, "the number of winners")
                try requireEqual(try await store.head(), Position(round) + 1, "the head")
            }
        },
        .rule(.shared, "a checkpoint is the same whichever process wrote the events") { subject in
            let store = try await subject.store()
            try await store.append([.fact()], to: "a-1")
            let checkpoint = try await store.checkpoint(at: 1)
            _ = try await subject.appendInAnotherProcess(Commit([.fact()], to: "a-1"))
            try requireEqual(try await store.checkpoint(at: 1), checkpoint, "the checkpoint")
            try requireEqual(try await store.checkpoint(at: 2).storeID, checkpoint.storeID, "its store")
        },
    ]

    /// Whether an append succeeds; it may fail only with a conflict.
    static func succeeds(_ append: @Sendable () async throws -> Void) async throws -> Bool {
        do {
            try await append()
            return true
        } catch let error as EventStoreError where error.code == .conflict {
            return false
        }
    }
}
