internal import Nacre

extension ConformanceRule {
    /// What derived data proves about a log, and what it does not.
    static let lostLogs: [ConformanceRule] = [
        .rule(.files, "a log older than its derived data opens only after a confirmed restore") {
            subject in
            var store = try await subject.store()
            try await subject.appendAndProject(3, to: store)
            try await subject.files.copyLog()
            store = try await subject.reopened()
            try await subject.appendAndProject(2, to: store)
            try await subject.files.restoreLog()
            // A refused opening must not change anything, so the second one is refused too.
            for _ in 0..<2 {
                let error = try await requireError(.eventsLost, "opening it") { _ = try await subject.reopened() }
                try requireEqual(error.position, 5, "the position in the error")
                try requireNamed(["position 5", "position 3"], in: error, "the refusal")
            }
            try await subject.files.confirmRestored()
            store = try await subject.reopened()
            try requireEqual(try await store.head(), 3, "the head of the log that was restored")
            try requireEqual(try await store.append([.fact()], to: "a-1").positions, [4], "the next position")
        },
        .rule(.files, "a missing log beside derived data is refused, and never replaced") {
            subject in
            let store = try await subject.store()
            try await subject.appendAndProject(3, to: store)
            // An empty file looks like a new store, a missing one like no store.
            for isEmptied in [true, false] {
                try await subject.files.loseLog(isEmptied: isEmptied)
                for _ in 0..<2 {
                    try await requireError(.eventsLost, "opening it") { _ = try await subject.reopened() }
                }
            }
        },
        .rule(.files, "indexes, read models and checkpoints can be deleted, and are rebuilt from the log") {
            subject in
            var store = try await subject.store()
            try await subject.appendAndProject(5, to: store)
            try await subject.files.deleteDerivedData()
            store = try await subject.reopened()
            try requireEqual(try await store.read("a-1").collect().count, 5, "the events of the stream")
            let models = try await subject.files.readModels()
            defer { models.close() }
            try requireEqual(try models.tally(), [], "the events in the deleted model")
            try await TallyProjection().runner(on: store, models).catchUp()
            try requireEqual(try models.tally(), (1...5).tallied(), "the events in the model that was rebuilt")
        },
        .rule(.files, "a process manager repeats nothing after derived data is deleted") { subject in
            var store = try await subject.store()
            for _ in 0..<3 { try await store.append([.fact(type: "Asked")], to: "questions-1") }
            try await ProcessRunner(manager: Echo(), store: store).catchUp()
            await store.close()
            try await subject.files.deleteDerivedData()
            store = try await subject.reopened()
            try await ProcessRunner(manager: Echo(), store: store).catchUp()
            try requireEqual(try await store.read("answers-1").collect().count, 3, "the number of answers")
        },
    ]
}

extension ConformanceSubject {
    /// Appends events, applies them to a projection in the read models beside the log, and closes both.
    fileprivate func appendAndProject(_ count: Int, to store: any EventStore) async throws {
        for _ in 0..<count { try await store.append([.fact()], to: "a-1") }
        let models = try await files.readModels()
        defer { models.close() }
        try await TallyProjection().runner(on: store, models).catchUp()
        await store.close()
    }
}

/// A process manager that answers every question.
private struct Echo: ProcessManager {
    let name = "echo"
    let query = Query.types("Asked")

    func react(to event: RecordedEvent) async throws -> Commit? { Commit([.fact(event.text)], to: "answers-1") }
}
