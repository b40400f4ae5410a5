internal import Nacre

extension ConformanceRule {
    private static func text(_ count: Int) -> String { String(repeating: "x", count: count) }

    /// Control characters, which no name may contain: both ends of each range.
    static let controls: [Unicode.Scalar] = ["\0", "\n", "\u{1F}", "\u{7F}", "\u{80}", "\u{9F}"]

    /// Requests beyond a limit are refused with the limit and the value, and nothing is written.
    static let limits: [ConformanceRule] = [
        .core("a stream name, a type and a tag have 1 to 255 bytes of UTF-8") { store in
            let longest = String(repeating: "é", count: 127) + "x"
            try await store.append(
                [.fact(type: EventType(longest), tags: [Tag(longest)])], to: StreamName(longest))
            try await store.append([.fact(type: "T", tags: ["t"])], to: "s")
            for (name, size) in [("", 0), (text(256), 256), (String(repeating: "é", count: 128), 256)] {
                try await store.requireOutsideLimit(
                    Commit([.fact()], to: StreamName(name)), naming: [255, size], "a stream's name of \(size) bytes")
                try await store.requireOutsideLimit(
                    Commit([.fact(type: EventType(name))], to: "s"), naming: [255, size], "a type of \(size) bytes")
                try await store.requireOutsideLimit(
                    Commit([.fact(tags: ["t", Tag(name)])], to: "s"), naming: [255, size], "a tag of \(size) bytes")
                let checking = Commit {
                    Append(.fact(), to: "s")
                    Check(StreamName(name), .any)
                }
                try await store.requireOutsideLimit(checking, naming: [255, size], "a check of \(size) bytes")
            }
        },
        .core("names have no control characters, U+0080 to U+009F included") { store in
            for scalar in controls {
                let name = "a\(scalar)b"
                let checking = Commit {
                    Append(.fact(), to: "s")
                    Check("t", .any)
                    Check(StreamName(name), .any)
                }
                for (commit, what) in [
                    (Commit([.fact()], to: StreamName(name)), "a stream's name"),
                    (Commit([.fact(type: EventType(name))], to: "s"), "a type"),
                    (Commit([.fact(tags: ["t", Tag(name)])], to: "s"), "a tag"), (checking, "a check"),
                    // An invalid name is also found after valid ones.
                    (
                        Commit(entries: ["s", "s", StreamName(name)].map { .init(stream: $0, event: .fact()) }),
                        "a third event's stream"
                    ),
                    (Commit(["T", "T", EventType(name)].map { .fact(type: $0) }, to: "s"), "a third event's type"),
                ] {
                    let error = try await store.requireRefused(
                        commit, .invalidArgument, "\(quoted(name)) as \(what)")
                    try requireNamed([quoted(name)], in: error, "\(quoted(name)) as \(what)")
                }
            }
            for name in ["a b", "\u{A0}", "\u{2028}", "\u{AD}", "~"] {
                try await store.append([.fact(type: EventType(name), tags: [Tag(name)])], to: StreamName(name))
            }
        },
        .core("an event has at most 64 tags") { store in
            let tags = (1...65).map { Tag("tag:\($0)") }
            try await store.requireOutsideLimit(Commit([.fact(tags: tags)], to: "s"), naming: [64, 65], "65 tags")
            try await store.append([.fact(tags: [Tag](tags.prefix(64)))], to: "s")
            try requireEqual(try await store.event(at: 1).tags, [Tag](tags.prefix(64)), "the tags")
        },
        .core("a repeated tag on an event is rejected") { store in
            try await store.requireRefused(
                Commit([.fact(tags: ["a", "b", "a"])], to: "s"), .invalidArgument, "a repeated tag")
        },
        .core("a schema number is 1 to 65,535") { store in
            for schema in [0, -1, 65_536] {
                var event = EventData.fact()
                event.schema = schema
                try await store.requireOutsideLimit(
                    Commit([event], to: "s"), naming: [65_535, schema], "schema number \(schema)")
            }
            let events = [1, 65_535].map { EventData(type: "T", schema: $0, data: []) }
            try await store.append(events, to: "s")
            try requireEqual(try await store.everything().map(\.schema), [1, 65_535], "the schema numbers")
        },
        .core("one event outside a limit rejects the whole commit") { store in
            var events = EventData.facts(1...10)
            events[9].schema = 0
            try await store.requireRefused(Commit(events, to: "s"), .invalidArgument, "the commit")
            try requireEqual(try await store.version(of: "s"), 0, "the version")
        },
        .core("an event's metadata has at most 64 KiB") { store in
            let greatest = [UInt8](repeating: 7, count: 64 << 10)
            try await store.requireOutsideLimit(
                Commit([EventData(type: "T", data: [], metadata: greatest + [7])], to: "s"),
                naming: [64 << 10, 64 << 10 + 1], "metadata of 64 KiB and a byte")
            try await store.append([EventData(type: "T", data: [], metadata: greatest)], to: "s")
            try requireEqual(try await store.event(at: 1).metadata, greatest, "the metadata")
        },
        .core("a commit has at most 1,000 checks") { store in
            let checks = (0...1_000).map { Commit.Guard(stream: StreamName("c-\($0)"), expectation: .noStream) }
            var commit = Commit(entries: [.init(stream: "s", event: .fact())], checks: checks)
            try await store.requireOutsideLimit(commit, naming: [1_000, 1_001], "1,001 checks")
            commit.checks.removeLast()
            try requireEqual(try await store.append(commit).positions, [1], "the positions of a commit with 1,000")
        },
        .core("a commit has at most 100,000 events") { store in
            let entry = Commit.Entry(stream: "s", event: EventData(type: "T", data: []))
            var commit = Commit(entries: [Commit.Entry](repeating: entry, count: 100_001))
            try await store.requireOutsideLimit(commit, naming: [100_000, 100_001], "100,001 events")
            commit.entries.removeLast()
            let result = try await store.append(commit)
            try requireEqual(result.lastPosition, 100_000, "the last position")
            let last = try await store.readLog(.backward(), matching: .all, limit: 2).collect()
            try requireEqual(last.map(\.isLastOfCommit), [true, false], "the marks of the last two events")
        },
        .core("an event's data has at most 16 MiB") { store in
            var data = [UInt8](repeating: 3, count: 16 << 20)
            try await store.requireOutsideLimit(
                Commit([EventData(type: "T", data: data + [3])], to: "s"),
                naming: [16 << 20, 16 << 20 + 1], "data of 16 MiB and a byte")
            (data[0], data[data.count - 1]) = (1, 2)
            try await store.append([EventData(type: "T", data: data)], to: "s")
            try requireEqual(try await store.event(at: 1).data, data, "the data")
        },
        .core("a commit has at most 64 MiB, counting names, tags, data and metadata") { store in
            let event = EventData(type: "T", data: [UInt8](repeating: 0, count: 16 << 20))
            let commit = Commit([event, event, event, event], to: "s")
            try await store.requireOutsideLimit(
                commit, naming: [64 << 20, 64 << 20 + 8], "a commit of 64 MiB and 8 bytes")
            // Eight bytes of names; the tags and the metadata of the last event fill up to the limit.
            var last = event
            last.data.removeLast(1_008)
            (last.tags, last.metadata) = ([Tag(text(100))], [UInt8](repeating: 0, count: 901))
            try await store.requireOutsideLimit(
                Commit([event, event, event, last], to: "s"), naming: [64 << 20, 64 << 20 + 1],
                "a commit of 64 MiB and a byte")
            last.metadata.removeLast()
            let result = try await store.append([event, event, event, last], to: "s")
            try requireEqual(result.lastPosition, 4, "the last position of a commit of 64 MiB")
        },
    ]
}
