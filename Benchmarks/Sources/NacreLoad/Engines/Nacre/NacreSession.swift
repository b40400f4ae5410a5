package import Foundation
package import Nacre
package import NacreLMDB
import Synchronization

/// An open store of Nacre.
package struct NacreSession: EventStoreSession {
    package let store: LMDBEventStore

    /// Receives the times of the store's stages, if requested.
    var metrics: StageMetrics?

    /// The process beside this one, if there is one.
    var company: ChildProcess?

    package init(store: LMDBEventStore) { self.store = store }

    package func waitUntilIndexed() async throws -> CaughtUp {
        var catchingUp = CatchingUp()
        while true {
            let now = try await store.statistics()
            let sight = CatchingUp.Sight(
                indexedUpTo: now.indexedUpTo, head: now.head, isMerging: now.index?.isMerging ?? false,
                bytes: now.index?.bytes ?? 0)
            if let caughtUp = try catchingUp.observe(sight, at: monotonicNanoseconds()) { return caughtUp }
            try await Task.sleep(for: .milliseconds(1))
        }
    }

    package var groups: GroupStatistics? {
        let statistics = store.appendStatistics
        return GroupStatistics(
            groups: statistics.groups, appends: statistics.commits, events: statistics.events)
    }

    package func journalUse() async throws -> JournalUse? {
        try await store.statistics().journal.map { JournalUse(uses: $0.uses, handOvers: $0.handOvers) }
    }

    package var stages: [StageTimes] { metrics?.times ?? [] }

    package func close() async throws {
        let ending = await company?.end()
        await store.close()
        guard let ending, !ending.isKill else { return }
        throw HarnessError("the process beside the store \(ending.inWords): these figures are of a store without one")
    }
}

extension NacreSession: MaintainedSession {
    package func backUp(to folder: URL) async throws -> BackupSummary {
        try await store.backup(to: folder.path)
    }

    package func verify() async throws -> (events: Int, faults: [String]) {
        let findings = Mutex<[String]>([])
        let summary = try await store.verify(
            progress: { _, _ in }, finding: { finding in findings.withLock { $0.append("\(finding)") } })
        return (summary.events, findings.withLock { $0 })
    }

    package func read(_ path: ReplayPath, while body: @escaping @Sendable () -> Bool) async throws {
        switch path {
        case .scan: try await onDedicatedThread { [store] in try store.scan(after: 0) { _ in body() } }
        case .sequence:
            for try await _ in store.readLog() {
                guard body() else { break }
            }
        }
    }
}
