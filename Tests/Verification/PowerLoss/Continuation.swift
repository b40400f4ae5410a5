import DiskTracing
import Nacre
import NacreLMDB

/// Continues with the store that a power loss or a failing disk has left: at durability `full`, repeating
/// the submitted commits with the same ids.
struct Continuation: Sendable {
    let workload: Workload
    /// The commits that must exist at their positions.
    let known: Workload.Known
    /// The commits that may exist or not.
    let unanswered: [Workload.CommitName]

    /// Repeats the commits, appends one more, and audits the store.
    ///
    /// - Parameter path: The folder of the store.
    /// - Throws: ``Loss`` if a repetition is answered with other positions than the first time; errors of appending and
    ///   of ``StoreAudit``.
    func run(in path: String) async throws {
        let store = try await LMDBEventStore.open(at: path, options: workload.options(.full))
        var all = known
        do {
            all.acknowledged = try await appendAll(to: store)
        } catch {
            await store.close()
            throw error
        }
        await store.close()
        try await StoreAudit(workload: workload, known: all).run(in: path)
    }

    /// Appends all at once: none depends on another, because each task has at most one unanswered commit.
    private func appendAll(to store: LMDBEventStore) async throws -> [Workload.CommitName: [Position]] {
        let names = known.acknowledged.keys + unanswered + [workload.commitBeyond]
        return try await withThrowingTaskGroup(of: (Workload.CommitName, [Position]).self) { group in
            for name in names {
                group.addTask { (name, try await store.append(workload.commit(name)).positions) }
            }
            var answers: [Workload.CommitName: [Position]] = [:]
            for try await (name, positions) in group {
                if let before = known.acknowledged[name], before != positions {
                    throw Loss("commit \(name) was acknowledged at \(before), but its repetition at \(positions)")
                }
                answers[name] = positions
            }
            return answers
        }
    }
}
