internal import Nacre

extension ConformanceRule {
    /// After reopening, answers depend on what was recorded before.
    static let durableAnswers: [ConformanceRule] = [
        .rule(.durable, "a partial or different repeat is rejected after reopening") { subject in
            let store = try await subject.store()
            let old = EventData.fact("old", id: .random())
            try await store.append([old], to: "a-1")
            let reopened = try await subject.reopened()
            let partial = Commit([old, .fact(id: .random())], to: "a-1")
            var differing = old
            differing.data = [0]
            for commit in [partial, Commit([differing], to: "a-1"), Commit([old], to: "b-1")] {
                let error = try await reopened.requireRefused(commit, .idempotencyMismatch, "the repeat")
                try requireEqual(error.eventIDs, [old.id].compactMap(\.self), "the ids that the error names")
            }
        },
        .rule(.durable, "ids made by the store stay distinct across reopening, and are recorded ids") { subject in
            var store = try await subject.store()
            for _ in 0..<3 {
                try await store.append(EventData.facts(1...100), to: "a-1")
                store = try await subject.reopened()
            }
            let log = try await store.everything()
            try requireEqual(Set(log.map(\.id)).count, 300, "the number of distinct ids")
            // A sample suffices; 37 hits positions of every reopening.
            for event in log where event.position % 37 == 0 {
                let again = try await store.append([.fact(event.text, id: event.id)], to: "a-1")
                try require(again.wasAlreadyCommitted, "the repeat of \(event.position) is not marked")
                try requireEqual(again.positions, [event.position], "the position of the repeat")
            }
        },
        .rule(.durable, "rejected and withdrawn appends are absent after reopening") { subject in
            let store = try await subject.store()
            try await store.append([.fact("kept", tags: ["a"])], to: "a-1")
            try await store.requireRefused(
                Commit([.fact("refused")], to: "a-1", expecting: .noStream), .conflict, "the commit")
            try await store.requireRefused(
                commit(.fact("refused"), under: .init(failIfEventsMatch: .tagged("a"))), .conflict, "the claim")
            let withdrawn = Task {
                // Cancelled before the append begins, so nothing may be written.
                withUnsafeCurrentTask { $0?.cancel() }
                try await store.append([.fact("withdrawn")], to: "a-1")
            }
            _ = await withdrawn.result
            let reopened = try await subject.reopened()
            try requireEqual(try await reopened.everything().texts, ["kept"], "the log")
            try requireEqual(try await reopened.version(of: "a-1"), 1, "the version")
        },
        .rule(.durable, "a subscription continues after reopening from a stored position") { subject in
            let store = try await subject.store()
            try await store.append(EventData.facts(1...5), to: "a-1")
            let reopened = try await subject.reopened()
            try await withTimeLimit {
                var fromEvent = reopened.subscribe(after: 3).makeAsyncIterator()
                var fromMarker = reopened.subscribe(after: 5).makeAsyncIterator()
                try requireEqual(try await fromEvent.take(3), .events(4...5) + [.marker(5)], "after an event")
                try requireEqual(try await fromMarker.take(1), [.marker(5)], "after the marker")
                try await reopened.append([.fact()], to: "a-1")
                try requireEqual(try await fromEvent.take(1), [.event(6)], "the new event, after an event")
                try requireEqual(try await fromMarker.take(1), [.event(6)], "the new event, after the marker")
            }
        },
    ]
}
