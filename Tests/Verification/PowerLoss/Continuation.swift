import DiskTracing
import Nacre
import NacreLMDB

/// Goes on with what a loss of power or a failing disk has left, as its callers would: at durability `full`, repeating
/// whatever they had submitted, under the same ids.
struct Continuation: Sendable {
    let workload: Workload
    /// What must be found where it is.
    let known: Workload.Known
    /// Commits that may be there or not.
    let unanswered: [Workload.CommitName]

    /// Repeats, appends one commit more, and audits what is there then.
    ///
    /// - Parameter path: The folder of the store.
    /// - Throws: ``Loss`` where a repetition is answered with other positions than the first time; what appending and
    ///   ``StoreAudit`` throw.
    func run(in path: String) async throws {
        let store = try await LMDBEventStore.open(at: path, options: .small(.full))
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

    /// Appends all at once: none rests on another, as each task has one commit at most that was not answered.
    private func appendAll(to store: LMDBEventStore) async throws -> [Workload.CommitName: [Position]] {
        let names = known.acknowledged.keys + unanswered + [workload.commitBeyond]
        return try await withThrowingTaskGroup(of: (Workload.CommitName, [Position]).self) { group in
            for name in names {
                group.addTask { (name, try await store.append(workload.commit(name)).positions) }
            }
            var answers: [Workload.CommitName: [Position]] = [:]
            for try await (name, positions) in group {
                if let before = known.acknowledged[name], before != positions {
                    throw Loss("commit \(name) was acknowledged at \(before), and its repetition at \(positions)")
                }
                answers[name] = positions
            }
            return answers
        }
    }
}
