internal import Nacre

extension ConformanceRule {
    /// The behaviour of a closed store.
    static let closing: [ConformanceRule] = [
        .core("closing twice is safe, concurrently too") { store in
            try await store.append([.fact()], to: "a-1")
            await withTaskGroup(of: Void.self) { group in
                for _ in 0..<8 { group.addTask { await store.close() } }
            }
            await store.close()
        },
        .core("a closed store rejects appends") { store in
            await store.close()
            let error = try await requireError(.closed, "appending") { try await store.append([.fact()], to: "a-1") }
            try require(error.message.contains("closed"), "the message does not say so: \(error.message)")
            let claim = commit(under: .init(failIfEventsMatch: .tagged("a")))
            try await requireError(.closed, "appending under a condition") { try await store.append(claim) }
        },
        .core("a closed store rejects every read") { store in
            let id = EventID.random()
            try await store.append([.fact(id: id)], to: "a-1")
            await store.close()
            try await requireError(.closed, "reading a stream") { _ = try await store.read("a-1").collect() }
            try await requireError(.closed, "reading the log") { _ = try await store.readLog().collect() }
            try await requireError(.closed, "reading by query") {
                _ = try await store.readLog(matching: .types("Happened")).collect()
            }
            try await requireError(.closed, "reading an event") { _ = try await store.event(at: 1) }
            try await requireError(.closed, "finding an event") { _ = try await store.event(withID: id) }
            try await requireError(.closed, "the head") { _ = try await store.head() }
            try await requireError(.closed, "a version") { _ = try await store.version(of: "a-1") }
            try await requireError(.closed, "a checkpoint") { _ = try await store.checkpoint(at: 1) }
        },
        .core("an iteration that outlives its store ends with an error, not as if complete") { store in
            for _ in 0..<4 { try await store.append(EventData.facts(1...2_000), to: "a-1") }
            var iterator = store.readLog().makeAsyncIterator()
            _ = try await iterator.next()
            await store.close()
            var count = 1
            do {
                while try await iterator.next() != nil { count += 1 }
            } catch let error as EventStoreError {
                try requireEqual(error.code, .closed, "the error of the iteration")
                return
            }
            // A complete iteration is right too: the events may have been read before the store closed.
            try requireEqual(count, 8_000, "the number of events of an iteration that ended without an error")
        },
        .core("an append in progress at closing completes, or fails because the store is closed") { store in
            try await withThrowingTaskGroup(of: Void.self) { group in
                for number in 0..<64 {
                    group.addTask {
                        do {
                            try await store.append([.fact()], to: StreamName("s-\(number)"))
                        } catch let error as EventStoreError {
                            try requireEqual(error.code, .closed, "the error of append \(number)")
                        }
                    }
                }
                // Both outcomes are right; another error, or an append that never returns, is not.
                group.addTask { await store.close() }
                try await group.waitForAll()
            }
        },
    ]
}
