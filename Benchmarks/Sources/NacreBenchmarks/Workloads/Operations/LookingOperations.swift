import Foundation
import Nacre

// The operations that do not append: they share one copy of the filled store.
extension OperatedStore {
    /// Opens the store, with warm caches, up to the end of the first read.
    func open(run: Int, _ setting: OperationSetting) async throws -> OperationOutcome {
        // Index work left by the previous operation must not be measured.
        try await withSession(copy) { _ = try await $0.head() }
        let contents = filled.manifest.streams
        await setting.context.workspace.settle()
        let first = try await FirstRead(of: filled, in: copy, engine, contents, run: run)
        var outcome = OperationOutcome(mainLatencies: [first.nanoseconds])
        outcome.note("until it is open", Double(first.opening), .nanoseconds)
        outcome.note("until the end of the first read", Double(first.nanoseconds), .nanoseconds)
        outcome.audit.checks = first.audit().named("opening")
        return outcome
    }

    func verify(_ setting: OperationSetting) async throws -> OperationOutcome {
        await setting.context.workspace.settle()
        let (nanoseconds, found) = try await withSession(copy) { session in
            let start = monotonicNanoseconds()
            let found = try await session.verify()
            return (max(1, monotonicNanoseconds() - start), found)
        }
        var outcome = OperationOutcome(mainLatencies: [nanoseconds])
        outcome.note(rate: Double(found.events) * 1e9 / Double(nanoseconds))
        outcome.note("time", Double(nanoseconds), .nanoseconds)
        outcome.audit.add("verify: an intact store has no faults", faults: found.faults)
        outcome.audit.add(
            "verify: every event is verified", passed: found.events == events,
            detail: "\(found.events) of \(events) were")
        return outcome
    }

    func rebuild(_ setting: OperationSetting) async throws -> OperationOutcome {
        for name in engine.indexFiles {
            for file in [name, name + "-lock"].map(copy.appendingPathComponent)
            where FileManager.default.fileExists(atPath: file.path) {
                try reporting("\(file.path) cannot be removed") { try FileManager.default.removeItem(at: file) }
            }
        }
        await setting.context.workspace.settle()
        let start = monotonicNanoseconds()
        let (opened, caughtUp, faults) = try await withSession(copy) { session in
            let opened = monotonicNanoseconds()
            let caughtUp = try await session.waitUntilIndexed()
            return (opened, caughtUp, try await session.verify().faults)
        }
        let nanoseconds = max(1, max(caughtUp.nanoseconds, opened) - start)
        var outcome = OperationOutcome(mainLatencies: [nanoseconds])
        outcome.note(rate: Double(events - Int(clamping: caughtUp.lag)) * 1e9 / Double(nanoseconds))
        outcome.note("until the store is open", Double(opened - start), .nanoseconds)
        outcome.note("until the index has caught up", Double(nanoseconds), .nanoseconds)
        outcome.note("events left in memory", Double(caughtUp.lag), .count)
        outcome.audit.add("rebuild: the new index agrees with the log", faults: faults)
        return outcome
    }
}
