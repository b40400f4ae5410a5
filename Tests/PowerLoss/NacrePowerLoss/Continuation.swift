import Nacre
import NacreLMDB

/// Goes on with what a loss of power or a failing disk has left, as its callers would: at durability `full`, repeating
/// whatever they had submitted, under the same ids.
struct Continuation: Sendable {
    let workload: Workload
    /// Commits that must be found where they are, each at its positions.
    let acknowledged: [Workload.CommitName: [Position]]
    /// Commits that may be there or not.
    let unanswered: [Workload.CommitName]

    /// Repeats, appends one commit more, and audits what is there then.
    ///
    /// - Parameter path: The folder of the store.
    /// - Throws: ``Loss`` where a repetition is answered with other positions than the first time; what appending and
    ///   ``StoreAudit`` throw.
    func run(in path: String) async throws {
        let store = try await LMDBEventStore.open(at: path, options: .small(.full))
        let all: [Workload.CommitName: [Position]]
        do {
            all = try await appendAll(to: store)
        } catch {
            await store.close()
            throw error
        }
        await store.close()
        try await StoreAudit(workload: workload, acknowledged: all).run(in: path)
    }

    private func appendAll(to store: LMDBEventStore) async throws -> [Workload.CommitName: [Position]] {
        let byTask = Dictionary(grouping: acknowledged.keys + unanswered, by: \.task)
        var all = try await withThrowingTaskGroup(of: [Workload.CommitName: [Position]].self) { group in
            for names in byTask.values {
                group.addTask { try await append(names.sorted { $0.number < $1.number }, to: store) }
            }
            return try await group.reduce(into: [:]) { $0.merge($1) { first, _ in first } }
        }
        // A new one behind them, of a task that nobody has heard of.
        all.merge(try await append([Workload.CommitName(task: workload.tasks, number: 1)], to: store)) { $1 }
        return all
    }

    private func append(
        _ names: [Workload.CommitName], to store: LMDBEventStore
    ) async throws -> [Workload.CommitName: [Position]] {
        var answers: [Workload.CommitName: [Position]] = [:]
        for name in names {
            let positions = try await store.append(workload.commit(name)).positions
            if let before = acknowledged[name], before != positions {
                throw Loss("commit \(name) was acknowledged at \(before), and its repetition at \(positions)")
            }
            answers[name] = positions
        }
        return answers
    }
}
