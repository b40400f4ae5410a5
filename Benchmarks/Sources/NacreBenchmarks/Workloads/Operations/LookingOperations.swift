import Foundation
import Nacre

// The operations that do not append: they share one copy of the filled store.
extension OperatedStore {
    /// Opens the store, with warm caches, up to the end of the first read.
    func open(run: Int, _ setting: OperationSetting) async throws -> OperationOutcome {
        // Index work that the last operation left must not be measured.
        try await Self.withSession(engine, copy) { _ = try await $0.head() }
        var random = SplitMix64(seed: load.seed &+ UInt64(run))
        let stream = random.next(below: load.streams)
        let expected = filled.manifest.streams[stream]
        await setting.context.workspace.settle()
        let start = monotonicNanoseconds()
        let (opened, read, found, head) = try await Self.withSession(engine, copy) { session in
            let opened = monotonicNanoseconds()
            let found = try await session.load(AppendLoad.streamName(stream))
            let read = monotonicNanoseconds()
            return (opened, read, found, try await session.head())
        }
        var outcome = OperationOutcome()
        outcome.mainLatencies = [read - start]
        outcome.note("until it is open", Double(opened - start), .nanoseconds)
        outcome.note("until the end of the first read", Double(read - start), .nanoseconds)
        outcome.audit.add(
            "opening: the first read finds the whole stream", passed: found == expected,
            detail: "\(AppendLoad.streamName(stream)) has \(expected.events) events, \(found.events) were loaded")
        outcome.audit.add(
            "opening: the store ends where it was closed", passed: head == filled.manifest.contents.events,
            detail: "its head is \(head), the log has \(filled.manifest.contents.events) events")
        return outcome
    }

    /// Verifies the whole store.
    func verify(_ setting: OperationSetting) async throws -> OperationOutcome {
        await setting.context.workspace.settle()
        let (nanoseconds, found) = try await Self.withSession(engine, copy) { session in
            let start = monotonicNanoseconds()
            let found = try await session.verify()
            return (monotonicNanoseconds() - start, found)
        }
        var outcome = OperationOutcome()
        outcome.mainLatencies = [nanoseconds]
        outcome.eventsPerSecond = Double(found.events) * 1e9 / Double(max(1, nanoseconds))
        outcome.note("rate", outcome.eventsPerSecond ?? 0, .eventsPerSecond)
        outcome.note("time", Double(nanoseconds), .nanoseconds)
        outcome.audit.add("verify: nothing is found in a store that is whole", faults: found.faults)
        outcome.audit.add(
            "verify: every event is looked at", passed: found.events == events,
            detail: "\(found.events) of \(events) were")
        return outcome
    }

    /// Deletes the index, and rebuilds it from the log.
    func rebuild(_ setting: OperationSetting) async throws -> OperationOutcome {
        for name in engine.indexFiles {
            for file in [name, name + "-lock"].map(copy.appendingPathComponent)
            where FileManager.default.fileExists(atPath: file.path) {
                try reporting("\(file.path) cannot be removed") { try FileManager.default.removeItem(at: file) }
            }
        }
        await setting.context.workspace.settle()
        let start = monotonicNanoseconds()
        let (opened, caughtUp, faults) = try await Self.withSession(engine, copy) { session in
            let opened = monotonicNanoseconds()
            let caughtUp = try await session.waitUntilIndexed()
            return (opened, caughtUp, try await session.verify().faults)
        }
        let nanoseconds = max(caughtUp.nanoseconds, opened) - start
        let indexed = events - Int(clamping: caughtUp.lag)
        var outcome = OperationOutcome()
        outcome.mainLatencies = [nanoseconds]
        outcome.eventsPerSecond = Double(indexed) * 1e9 / Double(max(1, nanoseconds))
        outcome.note("rate", outcome.eventsPerSecond ?? 0, .eventsPerSecond)
        outcome.note("until the store is open", Double(opened - start), .nanoseconds)
        outcome.note("until the index has caught up", Double(nanoseconds), .nanoseconds)
        outcome.note("events left to the memory", Double(caughtUp.lag), .count)
        outcome.audit.add("rebuild: the new index agrees with the log", faults: faults)
        return outcome
    }
}
