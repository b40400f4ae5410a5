internal import Nacre

extension ConformanceRule {
    /// A commit is an atomic, ordered list of events for any number of streams.
    static let commits: [ConformanceRule] = [
        .core("positions follow the order of a commit's list, without gaps, from 1") { store in
            let first = try await store.append(
                Commit(entries: [
                    .init(stream: "b-1", event: .fact("1")), .init(stream: "a-1", event: .fact("2")),
                    .init(stream: "b-1", event: .fact("3")),
                ]))
            let second = try await store.append([.fact("4"), .fact("5")], to: "a-1")
            try requireEqual(first.positions, [1, 2, 3], "the positions of the first commit")
            try requireEqual(second.positions, [4, 5], "the positions of the second commit")
            try requireEqual(first.lastPosition, 3, "the last position of the first commit")
            let log = try await store.everything()
            try requireEqual(log.texts, ["1", "2", "3", "4", "5"], "the log")
            try requireEqual(log.positions, [1, 2, 3, 4, 5], "the positions in the log")
        },
        .core("versions count each stream from 1") { store in
            let result = try await store.append(
                Commit(entries: ["a-1", "b-1", "a-1", "a-1"].map { .init(stream: $0, event: .fact()) }))
            try requireEqual(
                result.streams, [.init(stream: "a-1", version: 3), .init(stream: "b-1", version: 1)],
                "the streams after the commit")
            try requireEqual(try await store.everything().versions, [1, 1, 2, 3], "the versions in the log")
            let next = try await store.append([.fact()], to: "b-1")
            try requireEqual(next.version(of: "b-1"), 2, "the version after the next commit")
        },
        .core("a new append is reported as not already committed") { store in
            let result = try await store.append([.fact(id: .random())], to: "a-1")
            try require(!result.wasAlreadyCommitted, "a first append was answered as already committed")
        },
        .core("every part of an event survives a round trip") { store in
            let id = EventID.random()
            try await store.append(
                [EventData(id: id, type: "T", schema: 65_535, tags: ["x", "y:z"], data: [1, 2], metadata: [3])],
                to: "a-1")
            let event = try await store.event(at: 1)
            try requireEqual(event.id, id, "the id")
            try requireEqual(event.type, "T", "the type")
            try requireEqual(event.schema, 65_535, "the schema number")
            try requireEqual(event.tags, ["x", "y:z"], "the tags")
            try requireEqual(event.data, [1, 2], "the data")
            try requireEqual(event.metadata, [3], "the metadata")
            try requireEqual(event.stream, "a-1", "the stream")
            try requireEqual(event.version, 1, "the version")
            try requireEqual(event.position, 1, "the position")
        },
        .core("the last event of every commit is marked, and no other") { store in
            for count in [1, 3, 2] {
                try await store.append(EventData.facts(1...count), to: "a-1")
            }
            let marks = try await store.everything().map(\.isLastOfCommit)
            try requireEqual(marks, [true, false, false, true, false, true], "the marks")
            let ends = try await store.readLog(.backward()).collect().filter(\.isLastOfCommit).positions
            try requireEqual(ends, [6, 4, 1], "the marked positions, read backward")
            let stream = try await store.read("a-1").collect().filter(\.isLastOfCommit).positions
            try requireEqual(stream, [1, 4, 6], "the marked positions, read from the stream")
            try require(!(try await store.event(at: 2).isLastOfCommit), "the event at 2 is marked")
        },
        .core("a commit to several streams writes nothing if one expectation fails") { store in
            try await store.append([.fact("before")], to: "a-1")
            let commit = Commit {
                Append(.fact("x"), to: "b-1")
                Append(.fact("y"), to: "a-1")
                Expect("a-1", .noStream)
                Expect("b-1", .noStream)
            }
            try await store.requireRefused(commit, .conflict, "the commit")
            try requireEqual(try await store.version(of: "a-1"), 1, "the version of the first stream")
            try requireEqual(try await store.version(of: "b-1"), 0, "the version of the second stream")
            try requireEqual(try await store.everything().texts, ["before"], "the log")
            let next = try await store.append([.fact("z")], to: "b-1", expecting: .noStream)
            try requireEqual(next.positions, [2], "the next commit's positions")
        },
        .core("a commit with no events is an invalid argument") { store in
            try await store.requireRefused(Commit(entries: []), .invalidArgument, "an empty commit")
            let checking = Commit(entries: [], checks: [.init(stream: "a-1", expectation: .noStream)])
            try await store.requireRefused(checking, .invalidArgument, "a commit of checks alone")
            let asking = Commit(entries: [], conditions: [.init(failIfEventsMatch: .all)])
            try await store.requireRefused(asking, .invalidArgument, "a commit of conditions alone")
            try await requireError(.invalidArgument, "appending no events to a stream") {
                try await store.append([], to: "a-1", expecting: .noStream)
            }
        },
        .core("a commit may be longer than any block or batch") { store in
            let events = EventData.facts(1...3_000)
            let result = try await store.append(events, to: "long-1")
            try requireEqual(result.positions, [Position](1...3_000), "the positions")
            let read = try await store.read("long-1").collect()
            try requireEqual(read.texts, (1...3_000).map(String.init), "the stream")
            try requireEqual(read.filter(\.isLastOfCommit).positions, [3_000], "the end of the commit")
        },
    ]
}
