import Nacre

extension EngineRule {
    /// Rules that unsupported requests are refused, and that the durability is as stated.
    static let promising = [
        EngineRule("an engine holds a store open, or its refusal names the engine") { trial in
            if trial.engine.abilities.contains(.openStore) {
                try await trial.withSession { _ in }
                return
            }
            do {
                _ = try await trial.engine.open(trial.folder)
            } catch let error as HarnessError {
                return try trial.expect(
                    error.message.contains(trial.engine.name.rawValue), "the refusal names no engine: \(error)")
            }
            throw HarnessError("it holds a store open, which is not among its abilities")
        },
        EngineRule("a replay by sequence is refused by an engine without the ability") { trial in
            guard !trial.engine.abilities.contains(.sequence) else { return }
            _ = try await trial.fill()
            try await trial.expectRefusal(of: "a replay by sequence") {
                _ = try await trial.engine.replay(trial.folder, by: .sequence, seconds: 0)
            }
        },
        EngineRule("a condition is refused by an engine without conditions", of: .openStore) { trial in
            guard !trial.engine.abilities.contains(.conditions) else { return }
            try await trial.withSession { session in
                var commit = TrialWriter(trial.load).commit(to: [0])
                commit.conditions = [AppendCondition(failIfEventsMatch: .all)]
                try await trial.expectRefusal(.invalidArgument, of: "a commit with a condition") {
                    _ = try await session.append(commit)
                }
                let head = try await session.head()
                try trial.expect(head == 0, "the head is \(head) after a refused commit")
            }
        },
        EngineRule("the engine reports the durability that the harness states", of: .openStore) {
            trial in
            try await trial.withSession { session in
                guard let answer = try await session.answeredDurability() else { return }
                try trial.expect(
                    answer == trial.engine.durability,
                    "the engine reports \(answer.rawValue), the harness states \(trial.engine.durability.rawValue)")
            }
        },
        EngineRule("every append is synced before its answer at durability full, and none otherwise") { trial in
            guard let syncs = trial.syncs else { return }
            let load = AppendLoad(writers: 1, eventsPerAppend: 1, streams: 1, payloadBytes: 40, seed: 2)
            // Syncs that create the store are not counted for the appends.
            if trial.engine.abilities.contains(.openStore) { try await trial.withSession { _ in } }
            let before = try await syncs(trial.folder)
            let slice = try await trial.engine.append(
                load, within: SliceBudget(seconds: nil, events: 20), eventsPerCommit: 1, in: trial.folder)
            let counted = try await syncs(trial.folder) - before
            try trial.expect(slice.events == 20, "\(slice.events) of 20 events were acknowledged")
            if trial.engine.durability == .full {
                try trial.expect(counted >= 20, "20 appends, one after the other, were synced \(counted) times")
            } else {
                // Creating, settling and closing a store may sync; appending may not.
                try trial.expect(counted < 20, "20 unsynced appends were synced \(counted) times")
            }
        },
    ]
}
