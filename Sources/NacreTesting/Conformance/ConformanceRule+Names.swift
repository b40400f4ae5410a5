internal import Nacre

extension ConformanceRule {
    /// The same word, with its last letter as one scalar and as two.
    static let composed = "caf\u{E9}"
    static let decomposed = "cafe\u{301}"

    /// Names are compared as bytes; data and metadata are bytes.
    static let names: [ConformanceRule] = [
        .core("two spellings of café are two streams") { store in
            let (one, two) = (StreamName(composed), StreamName(decomposed))
            let result = try await store.append(
                Commit(entries: [
                    .init(stream: one, event: .fact("one")), .init(stream: two, event: .fact("two")),
                    .init(stream: one, event: .fact("three")),
                ]))
            try requireEqual(result.version(of: one), 2, "the version of the first stream")
            try requireEqual(result.version(of: two), 1, "the version of the second stream")
            try requireEqual(try await store.version(of: one), 2, "the version of the first stream, read")
            try requireEqual(try await store.version(of: two), 1, "the version of the second stream, read")
            try requireEqual(try await store.read(one).collect().texts, ["one", "three"], "the first stream")
            try requireEqual(try await store.read(two).collect().texts, ["two"], "the second stream")
        },
        .core("an expectation on one spelling of a stream does not affect the other") { store in
            try await store.append([.fact()], to: StreamName(composed))
            try await store.append([.fact()], to: StreamName(decomposed), expecting: .noStream)
        },
        .core("a commit may write one spelling of a stream and check the other") { store in
            let commit = Commit {
                Append(.fact(), to: StreamName(composed))
                Check(StreamName(decomposed), .noStream)
            }
            for version: StreamVersion in 1...2 {
                let result = try await store.append(commit)
                try requireEqual(result.version(of: StreamName(composed)), version, "the version of the stream")
            }
        },
        .core("another spelling of a recorded event's stream or type makes it another event, not a repeat") { store in
            let id = EventID.random()
            let event = EventData.fact(type: EventType(composed), id: id)
            try await store.append([event], to: StreamName(composed))
            var otherType = event
            otherType.type = EventType(decomposed)
            for (event, stream) in [(event, decomposed), (otherType, composed)] {
                let error = try await store.requireRefused(
                    Commit([event], to: StreamName(stream)), .idempotencyMismatch, "the other spelling")
                try requireEqual(error.eventIDs, [id], "the ids that the error names")
            }
        },
        .core("names are ordered by bytes, not by alphabet") { store in
            // In ascending byte order. As `String`, two of them are equal, and both sort after a third.
            let names = ["B", "a", "cafe\u{301}", "cafz", composed, "\u{FF5E}", "\u{1F41A}"]
            for name in names.shuffled() {
                try await store.append([.fact(type: EventType(name), tags: [Tag(name)])], to: StreamName(name))
            }
            let log = try await store.everything()
            let expected = names.map { [UInt8]($0.utf8) }
            try requireEqual(log.map(\.stream).sorted().bytes, expected, "the streams in order")
            try requireEqual(log.map(\.type).sorted().bytes, expected, "the types in order")
            try requireEqual(log.flatMap(\.tags).sorted().bytes, expected, "the tags in order")
        },
        .core("two spellings of a type or a tag are distinct in a query, and may be on one event") { store in
            let tags = [Tag(composed), Tag(decomposed)]
            try await store.append([.fact("both", type: EventType(composed), tags: tags)], to: "s-1")
            try await store.append([.fact("one", type: EventType(decomposed), tags: [tags[0]])], to: "s-1")
            let typed = try await store.readLog(matching: .types(EventType(composed))).collect()
            try requireEqual(typed.texts, ["both"], "the events of the first type")
            let tagged = try await store.readLog(matching: .tagged(tags[1])).collect()
            try requireEqual(tagged.texts, ["both"], "the events with the second tag")
            try requireEqual(typed.first?.tags.bytes, tags.bytes, "the tags")
        },
        .core("two spellings of a category are distinct in a query") { store in
            try await store.append([.fact("one")], to: StreamName("\(composed)-1"))
            try await store.append([.fact("two")], to: StreamName("\(decomposed)-1"))
            let events = try await store.readLog(matching: .categories(decomposed)).collect()
            try requireEqual(events.texts, ["two"], "the events of the second category")
        },
        .core("names that differ only in their last byte are different") { store in
            // 255 bytes, the longest name: a store that shortens keys would equate the two.
            let prefix = String(repeating: "n", count: 254)
            for ending in ["a", "b"] {
                let name = prefix + ending
                try await store.append(
                    [.fact(ending, type: EventType(name), tags: [Tag(name)])], to: StreamName(name),
                    expecting: .noStream)
            }
            let name = prefix + "b"
            try requireEqual(try await store.read(StreamName(name)).collect().texts, ["b"], "the stream")
            for query in [Query.types(EventType(name)), .tagged(Tag(name)), .categories(name)] {
                try requireEqual(
                    try await store.readLog(matching: query).collect().texts, ["b"], "what \(query) matches")
            }
        },
        .core("a prefix of a name is a different name") { store in
            for name in ["item-1", "item-10", "item-", "item", "i"] {
                try await store.append([.fact(name)], to: StreamName(name), expecting: .noStream)
            }
            for name in ["item-1", "item-10", "item-", "item", "i"] {
                try requireEqual(try await store.read(StreamName(name)).collect().texts, [name], "stream \(name)")
            }
        },
        .core("names survive a round trip byte for byte") { store in
            // Characters that file systems, parsers and normalisation treat specially.
            let name = "a/../b\\c:*?\"<>| 👩‍👩‍👧 \u{FEFF}\u{2028}\(decomposed)"
            let tags = ["z", name, "a"].map { Tag($0) }
            try await store.append([.fact(type: EventType(name), tags: tags)], to: StreamName(name))
            let event = try await store.event(at: 1)
            try requireEqual([event.stream].bytes, [StreamName(name)].bytes, "the stream's name")
            try requireEqual([event.type].bytes, [EventType(name)].bytes, "the type")
            try requireEqual(event.tags.bytes, tags.bytes, "the tags, in their order")
        },
        .core("data and metadata survive a round trip byte for byte, whatever the bytes") { store in
            let every = [UInt8](0...255)
            let long = (0..<200_000).map { UInt8(truncatingIfNeeded: $0 &* 31 ^ $0 >> 8) }
            let pairs: [([UInt8], [UInt8])] = [
                ([], []), (every, every.reversed()), ([0], [0]), ([0xFF, 0xFE], []), ([], [0xC3, 0x28]),
                (long, [UInt8](long.prefix(60_000))),
            ]
            let events = pairs.map { EventData(type: "Bytes", data: $0.0, metadata: $0.1) }
            try await store.append(events, to: "bytes-1")
            for (event, pair) in zip(try await store.read("bytes-1").collect(), pairs) {
                try requireEqual(event.data, pair.0, "the data of event \(event.version)")
                try requireEqual(event.metadata, pair.1, "the metadata of event \(event.version)")
            }
        },
    ]
}
