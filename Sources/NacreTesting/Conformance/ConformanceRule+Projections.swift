internal import Nacre

extension ConformanceRule {
    /// Projections over the log, with read models in memory.
    static let projections: [ConformanceRule] = [
        .core("a projection applies each event once, in whole commits, however small its batches") { store in
            for count in [1, 1, 5, 2, 1] {
                try await store.append(
                    (0..<count).map { _ in .fact(type: count == 2 ? "Other" : "Happened") }, to: "a-1")
            }
            for events in [1, 2, 3, 100] {
                let models = InMemoryReadModelStore()
                var reached: [Position] = []
                try await TallyProjection(query: .types("Happened")).runner(on: store, models, events: events).catchUp {
                    applied, _ in reached.append(applied)
                }
                try require(
                    Set(reached).isSubset(of: [1, 2, 7, 9, 10]), "batches of \(events) events end at \(reached)")
                try requireEqual(reached.last, 10, "the last position, after events that do not match")
                try requireEqual(
                    try models.tally(), [1, 2, 3, 4, 5, 6, 7, 10].tallied(), "the events, in batches of \(events)")
            }
        },
        .core(
            "waiting for a projection shows earlier appends, and throws if it is halted or the position is not in the log"
        ) {
            store in
            let models = InMemoryReadModelStore()
            for _ in 0..<3 {
                let written = try await store.append([.fact()], to: "a-1")
                try await TallyProjection().runner(on: store, models).wait(atLeast: written.lastPosition)
                try requireEqual(
                    try models.tally().last, TalliedRow(written.lastPosition), "the last event after the wait")
            }
            try await requireError(.noSuchPosition, "waiting for a position beyond the head") {
                try await TallyProjection().runner(on: store, models).wait(atLeast: 4)
            }
            let refused = try await store.append([.fact(type: "Refused")], to: "a-1").lastPosition
            let halting = TallyProjection(refused: "Refused").runner(on: store, models)
            for _ in 0..<2 {
                let error = try await requireError(.projectionHalted, "waiting for the event that halts it") {
                    try await halting.wait(atLeast: refused)
                }
                try requireEqual(error.position, refused, "the position in the error")
            }
            // The events before the refused one are applied.
            try await halting.wait(atLeast: refused - 1)
        },
        .core("a skip is recorded in the log with its reason, and applies to a rebuilt model") { store in
            try await store.append([.fact(), .fact(type: "Refused")], to: "a-1")
            try await store.append([.fact()], to: "a-1")
            let models = InMemoryReadModelStore()
            let runner = TallyProjection(refused: "Refused").runner(on: store, models)
            try await requireError(.projectionHalted, "the projection") { try await runner.catchUp() }
            try requireEqual(try models.tally(), [], "the events before the commit")
            try await requireError(.invalidArgument, "skipping another position") {
                try await runner.skip(1, reason: "by mistake")
            }
            try requireEqual(try await runner.skip(2, reason: "a faulty import"), 4, "the position after the skip")
            let recorded = try await store.read(ProjectionSkip.stream(of: "tally")).collect()
            try requireEqual(recorded.map(\.type), [ProjectionSkip.eventType], "the events in its own stream")
            try require(recorded.first?.text.contains("a faulty import") == true, "the reason is not recorded")
            let rebuilt = InMemoryReadModelStore()
            try await TallyProjection(refused: "Refused").runner(on: store, rebuilt).catchUp()
            for models in [models, rebuilt] {
                try requireEqual(try models.tally(), [1, 3, 4].tallied(), "the events")
            }
        },
    ]
}
