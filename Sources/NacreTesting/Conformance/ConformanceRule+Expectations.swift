internal import Nacre

extension ConformanceRule {
    /// Every expectation, with stream versions that meet it and versions that do not.
    private static let cases: [(expectation: Expectation, meets: [Int], fails: [Int])] = [
        (.any, [0, 1, 2], []), (.noStream, [0], [1, 2]), (.streamExists, [1, 2], [0]),
        (.exact(0), [0], [1, 2]), (.exact(1), [1], [0, 2]), (.exact(2), [2], [0, 1]),
    ]

    /// Expectations on streams that a commit writes, and checks of streams that it does not write.
    static let expectations: [ConformanceRule] = [
        .core("an expectation that holds admits the commit") { store in
            for (index, example) in cases.enumerated() {
                for version in example.meets {
                    let stream = StreamName("s\(index)-\(version)")
                    for _ in 0..<version { try await store.append([.fact()], to: stream) }
                    let commit = Commit(
                        entries: [.init(stream: stream, event: .fact())],
                        expectations: [.init(stream: stream, expectation: example.expectation)])
                    let result = try await store.append(commit)
                    try requireEqual(
                        result.version(of: stream), StreamVersion(version) + 1,
                        "the version after expecting \(example.expectation) at \(version)")
                }
            }
        },
        .core("a violated expectation is a conflict with the expected and the actual version") { store in
            for (index, example) in cases.enumerated() {
                for version in example.fails {
                    let stream = StreamName("s\(index)-\(version)")
                    for _ in 0..<version { try await store.append([.fact()], to: stream) }
                    let error = try await store.requireRefused(
                        Commit([.fact()], to: stream, expecting: example.expectation), .conflict,
                        "expecting \(example.expectation) at \(version)")
                    let violation = Violation.expectation(
                        stream: stream, expected: example.expectation, actual: StreamVersion(version))
                    try requireEqual(error.violations, [violation], "the violations")
                }
            }
        },
        .core("a check that holds admits the commit") { store in
            for (index, example) in cases.enumerated() {
                for version in example.meets {
                    let stream = StreamName("s\(index)-\(version)")
                    for _ in 0..<version { try await store.append([.fact()], to: stream) }
                    _ = try await store.append(
                        Commit {
                            Append(.fact(), to: "other-1")
                            Check(stream, example.expectation)
                        })
                    let found = try await store.version(of: stream)
                    try requireEqual(found, StreamVersion(version), "the version of the checked stream")
                }
            }
        },
        .core("a violated check is a conflict with the expected and the actual version") { store in
            for (index, example) in cases.enumerated() {
                for version in example.fails {
                    let stream = StreamName("s\(index)-\(version)")
                    for _ in 0..<version { try await store.append([.fact()], to: stream) }
                    let commit = Commit {
                        Append(.fact(), to: "other-1")
                        Check(stream, example.expectation)
                    }
                    let error = try await store.requireRefused(
                        commit, .conflict, "checking \(example.expectation) at \(version)")
                    let violation = Violation.check(
                        stream: stream, expected: example.expectation, actual: StreamVersion(version))
                    try requireEqual(error.violations, [violation], "the violations")
                }
            }
        },
        .core("all violations are reported together, not only the first") { store in
            try await store.append(EventData.facts(1...9), to: "item-42")
            try await store.append([.fact()], to: "customer-7")
            let commit = Commit {
                Append(.fact(), to: "item-42")
                Append(.fact(), to: "item-43")
                Append(.fact(), to: "item-44")
                Expect("item-42", .exact(7))
                Expect("item-43", .streamExists)
                Expect("item-44", .noStream)
                Check("customer-7", .noStream)
                Check("customer-8", .exact(3))
                Check("customer-9", .noStream)
            }
            let error = try await store.requireRefused(commit, .conflict, "the commit")
            let expected: Set<Violation> = [
                .expectation(stream: "item-42", expected: .exact(7), actual: 9),
                .expectation(stream: "item-43", expected: .streamExists, actual: 0),
                .check(stream: "customer-7", expected: .noStream, actual: 1),
                .check(stream: "customer-8", expected: .exact(3), actual: 0),
            ]
            try requireEqual(error.violations.count, expected.count, "the number of violations")
            try requireEqual(Set(error.violations), expected, "the violations")
        },
        .core("the message of a conflict gives the actual version, and says to read and decide again") { store in
            try await store.append(EventData.facts(1...9), to: "item-42")
            let error = try await store.requireRefused(
                Commit([.fact()], to: "item-42", expecting: .exact(7)), .conflict, "the commit")
            for part in ["item-42", "7", "9", "read it again", "decide again"] {
                try require(error.message.contains(part), "the message does not say “\(part)”: \(error.message)")
            }
            try requireEqual(error.outcome, .notWritten, "the outcome")
        },
        .core("the message of a conflict lists every violated rule, checks and conditions included") {
            store in
            try await store.append(
                EventData.facts(1...9) + [.fact(type: "Redeemed", tags: ["voucher:X1"])], to: "item-42")
            try await store.append([.fact()], to: "customer-7")
            let error = try await store.requireRefused(
                Commit {
                    Append(.fact(), to: "item-42")
                    Expect("item-42", .exact(7))
                    Check("customer-7", .exact(3))
                    Check("customer-8", .streamExists)
                    Condition(failIfEventsMatch: .tagged("voucher:X1"))
                }, .conflict, "the commit")
            for part in [
                "item-42 at version 7", "10", "customer-7", "3", "customer-8", "voucher:X1", "Redeemed",
                "read them again",
                "decide again",
            ] {
                try require(error.message.contains(part), "the message does not say “\(part)”: \(error.message)")
            }
        },
        .core("a commit that expects the version after another commit sees that commit") { store in
            // The writer may still hold the previous commit in memory when the next one expects its version.
            for version in 0..<20 {
                let result = try await store.append(
                    [.fact(), .fact()], to: "a-1", expecting: .exact(StreamVersion(version) * 2))
                try requireEqual(result.version(of: "a-1"), StreamVersion(version) * 2 + 2, "the version")
            }
        },
        .core("a stream that is both written and checked is an invalid argument") { store in
            let commit = Commit {
                Append(.fact(), to: "a-1")
                Check("a-1", .any)
            }
            try await store.requireRefused(commit, .invalidArgument, "the commit")
        },
        .core("a second check of a stream is an invalid argument") { store in
            let commit = Commit {
                Append(.fact(), to: "a-1")
                Check("b-1", .noStream)
                Check("b-1", .any)
            }
            try await store.requireRefused(commit, .invalidArgument, "two checks of one stream")
        },
        .core("a second expectation for a stream, or one without an event, is an invalid argument") { store in
            let twice = Commit {
                Append(.fact(), to: "a-1")
                Expect("a-1", .noStream)
                Expect("a-1", .any)
            }
            try await store.requireRefused(twice, .invalidArgument, "two expectations for one stream")
            let idle = Commit {
                Append(.fact(), to: "a-1")
                Expect("b-1", .noStream)
            }
            try await store.requireRefused(idle, .invalidArgument, "an expectation for a stream not written")
        },
    ]

    /// The order of the checks: arguments, then idempotency, then expectations.
    static let checkOrder: [ConformanceRule] = [
        .core("an invalid argument is reported even if the events are already recorded") { store in
            let id = EventID.random()
            try await store.append([.fact(id: id)], to: "a-1")
            var event = EventData.fact(id: id)
            event.schema = 0
            try await store.requireRefused(Commit([event], to: "a-1"), .invalidArgument, "the repeat")
        },
        .core("an invalid argument is reported even if an expectation fails too") { store in
            var event = EventData.fact()
            event.schema = 0
            try await store.requireRefused(
                Commit([event], to: "a-1", expecting: .streamExists), .invalidArgument, "the commit")
        },
        .core("a partial repeat is reported even if an expectation fails too") { store in
            let id = EventID.random()
            try await store.append([.fact(id: id)], to: "a-1")
            try await store.requireRefused(
                Commit([.fact(id: id), .fact(id: .random())], to: "a-1", expecting: .noStream),
                .idempotencyMismatch, "the commit")
        },
    ]
}
