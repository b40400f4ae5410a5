import CDiskRecorder
import DiskTracing
import Nacre
import NacreLMDB

/// What a run with the journal does besides: it lets other openings in, and it pauses.
extension Workload {
    /// The numbers of the commits before which all tasks rest, so that the use of the journal ends.
    private static let rests: Set<Int> = [16, 30]

    /// Slows a task down while the journal is not in use: most commits are to go through it.
    func rest(before number: Int, _ store: LMDBEventStore) async {
        guard journal != .unused else { return }
        if Self.rests.contains(number) { try? await Task.sleep(for: .milliseconds(60)) }
        if store.journalStatistics?.isInUse != true { try? await Task.sleep(for: .milliseconds(2)) }
    }

    /// Opens the store a second time while the journal is in use: the opening must find everything acknowledged.
    func visit(_ store: LMDBEventStore, in path: String, _ answers: AnswerLog) async {
        guard journal != .unused else { return }
        var handOvers = 0
        while !isDone(answers.all), handOvers < Self.visits {
            try? await Task.sleep(for: .milliseconds(5))
            guard let use = store.journalStatistics, use.isInUse, use.pendingBytes > 0 else { continue }
            let known = answers.all.acknowledged.values.lazy.compactMap(\.last).max() ?? 0
            do {
                let second = try await LMDBEventStore.open(at: path, options: options(.full))
                let head = try await second.head()
                await second.close()
                if head < known {
                    answers.change { $0.wrong.append("a second opening ends at \(head), behind \(known)") }
                }
            } catch {
                guard disk_recorder_faults() == 0 else { return }
                answers.change { $0.wrong.append("a second opening ends with \(error)") }
            }
            handOvers += 1
        }
    }

    private static let visits = 3

    /// The options of the store of a run.
    func options(_ durability: LMDBEventStore.Durability) -> LMDBEventStore.Options {
        .small(durability, journal: journal)
    }
}
