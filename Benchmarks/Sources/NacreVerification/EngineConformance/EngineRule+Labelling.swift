import Nacre

extension EngineRule {
    /// Rules for ids, tags and conditions.
    static let labelling = [
        EngineRule("the caller's ids, tags and contexts are read back", of: .labels) { trial in
            for labels in [EventLabels.tag, .idAndTags, .context] {
                let labelled = try trial.below(labels.rawValue)
                var load = AppendLoad(writers: 4, eventsPerAppend: 2, streams: 12, payloadBytes: 40, seed: 9)
                load.labels = labels
                let slice = try await labelled.engine.append(
                    load, within: SliceBudget(seconds: nil, events: 80), eventsPerCommit: nil, in: labelled.folder)
                try await labelled.audit(slice.records, of: load)
            }
        },
        EngineRule("a recorded id is refused, with its whole commit", of: [.openStore, .labels]) {
            trial in
            var load = trial.load
            load.labels = .idAndTags
            var writer = TrialWriter(load)
            try await trial.withSession { session in
                try await writer.append(to: [0], on: session)
                let recorded = TrialWriter(load).commit(to: [0]).entries[0].event
                var commit = writer.commit(to: [1, 2])
                commit.entries[1].event.id = recorded.id
                try await trial.expectRefusal(of: "a commit with an id that is recorded") {
                    _ = try await session.append(commit)
                }
                // A name first used by the refused commit is still unused.
                try await writer.append(to: [1, 2], expecting: [1: .noStream, 2: .noStream], on: session)
            }
            try await trial.audit([writer.record], of: load)
        },
        EngineRule(
            "a false condition is a conflict, and a true one is accepted", of: [.openStore, .labels, .conditions]
        ) { trial in
            var load = trial.load
            load.labels = .idAndTags
            var writer = TrialWriter(load)
            try await trial.withSession { session in
                try await writer.append(to: [0], on: session)
                let tag = TrialWriter(load).commit(to: [0]).entries[0].event.tags[0]
                var commit = writer.commit(to: [1])
                commit.conditions = [AppendCondition(failIfEventsMatch: .tagged(tag), after: 0)]
                try await trial.expectRefusal(.conflict, of: "a commit whose condition does not hold") {
                    _ = try await session.append(commit)
                }
                commit.conditions = [AppendCondition(failIfEventsMatch: .tagged(tag), after: 1)]
                try writer.note(try await session.append(commit), of: [1])
            }
            try await trial.audit([writer.record], of: load)
        },
    ]
}
