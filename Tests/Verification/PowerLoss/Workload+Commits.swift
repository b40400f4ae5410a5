import Nacre
import TestRandomness

extension Workload {
    /// The task whose commits have expectations, checks and conditions.
    static let guardedTask = 1
    /// The task of whose commits every third one asks a question for a process manager.
    static let askingTask = 2
    /// The task with some commits of several blocks.
    static let largeTask = 3

    /// The stream of the guarded commits, two events each.
    private static let guardedStream: StreamName = "guarded"

    /// For a commit of several blocks: more than fits in two blocks of 64 KiB.
    private static let largeEvents = 45
    private static let largeEventBytes = 3_400
    /// An event that takes its own block, larger than others.
    private static let largestEventBytes = 100_000

    /// A commit beyond those of the tasks: a question for the process manager.
    var commitBeyond: CommitName { CommitName(task: tasks, number: 1) }

    /// The commit with a name, always the same.
    func commit(_ name: CommitName) -> Commit {
        var random = SeededGenerator(seed: UInt64(name.task) << 32 | UInt64(name.number))
        switch name.task {
        case Self.guardedTask: return guardedCommit(name, &random)
        case Self.askingTask where name.number % 3 == 0, tasks:
            return Commit(entries: entries(of: name, sizes: [dataBytes], type: ReplyProcess.question, &random))
        case Self.largeTask where name.number % 20 == 7:
            let sizes = Array(repeating: Self.largeEventBytes, count: Self.largeEvents)
            return Commit(entries: entries(of: name, sizes: sizes, &random))
        case Self.largeTask where name.number % 20 == 11:
            return Commit(entries: entries(of: name, sizes: [Self.largestEventBytes], &random))
        default:
            let sizes = (0..<Int.random(in: 1...3, using: &random)).map { _ in
                Int.random(in: 0...dataBytes, using: &random)
            }
            return Commit(entries: entries(of: name, sizes: sizes, &random))
        }
    }

    /// Depends on the earlier guarded commits, whatever else is in the log: their order is that of their task.
    private func guardedCommit(_ name: CommitName, _ random: inout SeededGenerator) -> Commit {
        var commit = Commit(
            entries: entries(of: name, sizes: [dataBytes / 2, dataBytes / 3], &random),
            expectations: [.init(stream: Self.guardedStream, expectation: .exact(version(behind: name.number - 1)))],
            checks: [.init(stream: "never", expectation: .noStream)],
            conditions: [AppendCondition(failIfEventsMatch: .tagged(tag(of: name.number)))])
        for index in commit.entries.indices {
            commit.entries[index].stream = Self.guardedStream
            commit.entries[index].event.tags = [tag(of: name.number)]
        }
        return commit
    }

    /// A commit that must be refused if the guarded commit of a number is in the log; each number's has one rule that
    /// is violated.
    func refusedCommit(behind number: Int) -> Commit {
        let event = EventData(type: "Refused", data: Array("refused \(number)".utf8))
        var commit = Commit(entries: [.init(stream: "refused", event: event)])
        switch number % 3 {
        case 0:
            commit.entries[0].stream = Self.guardedStream
            // No guarded commit leaves the stream at an odd version.
            commit.expectations = [
                .init(stream: Self.guardedStream, expectation: .exact(version(behind: number) - 1))
            ]
        case 1: commit.conditions = [AppendCondition(failIfEventsMatch: .tagged(tag(of: number)))]
        default: commit.checks = [.init(stream: Self.guardedStream, expectation: .noStream)]
        }
        return commit
    }

    private func version(behind number: Int) -> StreamVersion { StreamVersion(2 * number) }

    private func tag(of number: Int) -> Tag { Tag("guarded:\(number)") }

    private func entries(
        of name: CommitName, sizes: [Int], type: EventType = "Done", _ random: inout SeededGenerator
    ) -> [Commit.Entry] {
        sizes.enumerated().map { index, size in
            let words = Array("\(name.task) \(name.number) \(index) \(sizes.count) ".utf8)
            return Commit.Entry(
                stream: Bool.random(using: &random) ? "task-\(name.task)" : "shared-\(name.number % 3)",
                event: EventData(
                    id: EventID(high: random.next(), low: random.next()), type: type,
                    data: words + [UInt8](repeating: UInt8(ascii: "x"), count: size)))
        }
    }
}
