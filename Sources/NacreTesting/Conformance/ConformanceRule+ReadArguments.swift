internal import Nacre

extension ConformanceRule {
    /// Arguments that a read refuses.
    static let readArguments: [ConformanceRule] = [
        .core("a negative limit is an invalid argument") { store in
            try await store.append(EventData.facts(1...3), to: "a-1")
            for limit in [-1, Int.min] {
                for order in [ReadOrder.forward(), .backward()] {
                    for what in [
                        store.read("a-1", order, limit: limit), store.readLog(order, matching: .all, limit: limit),
                    ] {
                        let error = try await requireError(.invalidArgument, "limit \(limit), \(order)") {
                            _ = try await what.collect()
                        }
                        try require(
                            error.message.contains("\(limit)"), "the message does not name it: \(error.message)")
                    }
                }
            }
        },
        .core("a stream's name is validated in reads as in appends") { store in
            try await store.append([.fact()], to: "a-1")
            for name in ["", "a\n1", String(repeating: "x", count: 256)] {
                let what = "a name of \(name.utf8.count) bytes"
                try await requireError(.invalidArgument, "the version of \(what)") {
                    _ = try await store.version(of: StreamName(name))
                }
                for order in [ReadOrder.forward(), .backward()] {
                    try await requireError(.invalidArgument, "reading \(what), \(order)") {
                        _ = try await store.read(StreamName(name), order).collect()
                    }
                }
            }
        },
        .core("a name that begins with a hyphen has no category for queries, and is found otherwise") {
            store in
            for name in ["-1", "-", "a-1"] {
                try await store.append([.fact(name, type: "T", tags: ["t"])], to: StreamName(name))
            }
            try requireEqual(try await store.read("-").collect().texts, ["-"], "the stream")
            for query in [Query.types("T"), .tagged("t")] {
                try requireEqual(
                    try await store.readLog(matching: query).collect().texts, ["-1", "-", "a-1"], "\(query)")
            }
            try requireEqual(try await store.readLog(matching: .categories("a")).collect().texts, ["a-1"], "a category")
            try requireEqual(try await store.readLog(matching: .categories("-")).collect(), [], "a dash")
            try await requireError(.invalidArgument, "asking for the empty category") {
                _ = try await store.readLog(matching: .categories("")).collect()
            }
        },
    ]
}
