import Nacre

extension EngineRule {
    /// Rules for expectations, and for commits whose expectations are false.
    static let expecting = [
        EngineRule("an expectation that holds is accepted", of: .openStore) { trial in
            var writer = TrialWriter(trial.load)
            try await trial.withSession { session in
                try await writer.append(to: [0], expecting: [0: .noStream], on: session)
                try await writer.append(to: [0], expecting: [0: .any], on: session)
                try await writer.append(to: [0], expecting: [0: .streamExists], on: session)
                try await writer.append(to: [0, 0], expecting: [0: .exact(3)], on: session)
                try await writer.append(to: [1, 0], expecting: [0: .exact(5), 1: .exact(0)], on: session)
                try await writer.append(to: [1], checking: [0: .exact(6), 2: .noStream], on: session)
            }
            try await trial.audit([writer.record])
        },
        EngineRule("an expectation that does not hold is a conflict, and nothing is written", of: .openStore) { trial in
            var writer = TrialWriter(trial.load)
            try await trial.withSession { session in
                try await writer.append(to: [0], on: session)
                let broken: [(Int, Expectation)] = [
                    (0, .exact(0)), (0, .exact(2)), (0, .noStream), (1, .exact(1)), (1, .streamExists),
                ]
                for (stream, expectation) in broken {
                    try await trial.expectRefusal(.conflict, of: "stream \(stream), expected \(expectation),") {
                        _ = try await session.append(writer.commit(to: [stream], expecting: [stream: expectation]))
                    }
                }
                let head = try await session.head()
                try trial.expect(head == 1, "the head is \(head) after one event and refusals")
                try await writer.append(to: [0], expecting: [0: .exact(1)], on: session)
            }
            try await trial.audit([writer.record])
        },
        EngineRule("a commit of several streams is written whole or not at all", of: .openStore) { trial in
            var writer = TrialWriter(trial.load)
            try await trial.withSession { session in
                try await writer.append(to: [0, 1], on: session)
                for broken in 0...2 {
                    // Whichever expectation is false, first or last, nothing is written to the other streams.
                    var expectations: [Int: Expectation] = [0: .exact(1), 1: .exact(1), 2: .exact(0)]
                    expectations[broken] = .exact(7)
                    try await trial.expectRefusal(.conflict, of: "a commit whose expectation of one stream is wrong") {
                        _ = try await session.append(writer.commit(to: [2, 0, 1], expecting: expectations))
                    }
                }
                let expectations: [Int: Expectation] = [0: .exact(1), 1: .exact(1), 2: .noStream]
                try await writer.append(to: [2, 0, 1], expecting: expectations, on: session)
            }
            try await trial.audit([writer.record])
        },
        EngineRule("a check of a stream that is not written is tested", of: .openStore) { trial in
            var writer = TrialWriter(trial.load)
            try await trial.withSession { session in
                try await writer.append(to: [0], on: session)
                for check in [0: Expectation.exact(2), 1: .streamExists] {
                    try await trial.expectRefusal(.conflict, of: "a commit whose check does not hold") {
                        _ = try await session.append(writer.commit(to: [2], checking: [check.key: check.value]))
                    }
                }
            }
            try await trial.audit([writer.record])
        },
    ]
}
