package import Foundation
package import Nacre
import NacreLMDB
import Synchronization

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
