internal import DomainKit
internal import Nacre

extension ConformanceRule {
    /// What must survive closing and reopening.
    static let durability: [ConformanceRule] = [
        .rule(.durable, "every event is unchanged after reopening") { subject in
            let store = try await subject.store()
            try await store.append([.fact("1", id: .random(), tags: ["t"]), .fact("2", id: .random())], to: "a-1")
            // A name that a normalising file format would change.
            try await store.append(EventData.facts(3...500), to: StreamName(decomposed))
            let before = try await store.everything()
            let reopened = try await subject.reopened()
            try requireEqual(try await reopened.everything(), before, "the log")
            try requireEqual(try await reopened.head(), 500, "the head")
        },
        .rule(.durable, "streams, ids and queries find the same events after reopening") { subject in
            let store = try await subject.store()
            let id = EventID.random()
            try await store.append(EventData.facts(1...3), to: "a-1")
            try await store.append([.fact("4", type: "Rare", id: id, tags: ["t"])], to: "b-1")
            // An id made by the store may be found another way than a caller's.
            let made = try await store.event(at: 2)
            let reopened = try await subject.reopened()
            try requireEqual(try await reopened.version(of: "a-1"), 3, "the version")
            try requireEqual(try await reopened.read("a-1").collect().texts, ["1", "2", "3"], "the stream")
            try requireEqual(try await reopened.event(withID: id)?.position, 4, "the event by the caller's id")
            try requireEqual(try await reopened.event(withID: made.id), made, "the event by the store's id")
            for query in [Query.types("Rare"), .tagged("t"), .categories("b")] {
                try requireEqual(
                    try await reopened.readLog(matching: query).collect().positions, [4], "what \(query) matches")
            }
        },
        .rule(.durable, "positions and versions continue after reopening") { subject in
            let store = try await subject.store()
            try await store.append(EventData.facts(1...3), to: "a-1")
            for round: UInt64 in 1...3 {
                let reopened = try await subject.reopened()
                let result = try await reopened.append([.fact()], to: "a-1", expecting: .exact(2 + round))
                try requireEqual(result.positions, [3 + round], "the positions")
                try requireEqual(result.version(of: "a-1"), 3 + round, "the version")
            }
        },
        .rule(.durable, "a repeat after reopening is recognised") { subject in
            let store = try await subject.store()
            let commit = Commit([.fact(id: .random()), .fact(id: .random())], to: "a-1", expecting: .noStream)
            let first = try await store.append(commit)
            try await store.append([.fact()], to: "a-1")
            let reopened = try await subject.reopened()
            let again = try await reopened.append(commit)
            try require(again.wasAlreadyCommitted, "the repeat is not marked as already committed")
            try requireEqual(again.positions, first.positions, "the positions")
            try requireEqual(again.streams, first.streams, "the streams")
            try requireEqual(try await reopened.head(), 3, "the head")
        },
        .rule(.durable, "a condition is evaluated on events from before reopening") { subject in
            let store = try await subject.store()
            let claim = commit(.fact(id: .random(), tags: ["a"]), under: .init(failIfEventsMatch: .tagged("a")))
            try await store.append(claim)
            let reopened = try await subject.reopened()
            let condition = AppendCondition(failIfEventsMatch: .tagged("a"))
            let error = try await reopened.requireRefused(commit(under: condition), .conflict, "the commit")
            try requireEqual(
                error.violations,
                [.condition(index: 0, condition: condition, conflict: conflict(1, "Happened", "a"))], "the violations")
            try require(try await reopened.append(claim).wasAlreadyCommitted, "the repeat is not marked")
            try await reopened.append(commit(under: .init(failIfEventsMatch: .tagged("a"), after: 1)))
        },
        .rule(.durable, "the store's id and checkpoints are the same after reopening") { subject in
            let store = try await subject.store()
            let id = store.id
            for count in 1...5 { try await store.append(EventData.facts(1...count), to: "a-1") }
            var checkpoints: [Checkpoint] = []
            for position: Position in 0...15 { checkpoints.append(try await store.checkpoint(at: position)) }
            let reopened = try await subject.reopened()
            try requireEqual(reopened.id, id, "the store's id")
            try await reopened.append([.fact()], to: "a-1")
            for checkpoint in checkpoints {
                try requireEqual(try await reopened.checkpoint(at: checkpoint.position), checkpoint, "a checkpoint")
            }
        },
        .rule(.durable, "an empty store is the same store after reopening") { subject in
            let store = try await subject.store()
            let checkpoint = try await store.checkpoint(at: 0)
            let reopened = try await subject.reopened()
            try requireEqual(try await reopened.checkpoint(at: 0), checkpoint, "the checkpoint of the empty log")
        },
        .rule(.durable, "recordedAt does not decrease across reopening, even if the clock does") { subject in
            let clock = ManualTimeSource(Instant(nanosecondsSince1970: 2_000_000_000_000, decimals: 6))
            let store = try await subject.store(timeSource: clock)
            try await store.append([.fact()], to: "a-1")
            clock.set(Instant(nanosecondsSince1970: 1_000_000_000_000, decimals: 6))
            let reopened = try await subject.reopened()
            try await reopened.append([.fact()], to: "a-1")
            let times = try await reopened.everything().map(\.recordedAt.nanosecondsSince1970)
            try requireEqual(times, [2_000_000_000_000, 2_000_000_000_000], "when they were recorded")
        },
        .rule(.durable, "times keep their decimals across reopening") { subject in
            let store = try await subject.store()
            let times = (0...9).map { Instant(nanosecondsSince1970: 5_000_000_000, decimals: UInt8($0)) }
            try await store.append(times.map { EventData(type: "T", time: $0, data: []) }, to: "a-1")
            let reopened = try await subject.reopened()
            let found = try await reopened.everything().map(\.time.decimals)
            try requireEqual(found, [UInt8](0...9), "the decimals")
        },
        .rule(.durable, "a closing store reports the true outcome of every append in progress") { subject in
            let store = try await subject.store()
            let written = try await withThrowingTaskGroup(of: (Int, Bool).self) { group in
                for number in 0..<64 {
                    group.addTask {
                        do {
                            try await store.append([.fact()], to: StreamName("s-\(number)"))
                            return (number, true)
                        } catch let error as EventStoreError {
                            try requireEqual(error.code, .closed, "the error of append \(number)")
                            return (number, false)
                        }
                    }
                }
                // Wait for one acknowledgement, so that there is something to lose.
                let first = try requireValue(try await group.next(), "the first append")
                await store.close()
                return try await group.reduce(into: [first.0: first.1]) { $0[$1.0] = $1.1 }
            }
            let reopened = try await subject.reopened()
            for (number, isWritten) in written {
                let version = try await reopened.version(of: StreamName("s-\(number)"))
                try requireEqual(version, isWritten ? 1 : 0, "the version of stream \(number)")
            }
        },
    ]
}
