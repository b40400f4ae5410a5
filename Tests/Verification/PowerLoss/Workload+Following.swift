import CDiskRecorder
import DiskTracing
import DomainKit
import Nacre
import NacreLMDB

/// The followers of the log during appends: a projection, a process manager, a backup.
extension Workload {
    /// A mark in the record with the position up to which questions are answered.
    static let answeredMark = 0xFFFF_FFFF

    func isDone(_ current: Answers) -> Bool {
        current.acknowledged.count >= ownCommits || !current.failures.isEmpty
    }

    func project(_ store: LMDBEventStore, in path: String, _ answers: AnswerLog, isRepeated: Bool) async {
        var models: LMDBReadModelStore?
        defer { models?.close() }
        while !isDone(answers.all) {
            do {
                let opened: LMDBReadModelStore
                if let models {
                    opened = models
                } else {
                    opened = try await StreamCounts.models(in: path, mapSize: Self.smallestMap)
                    models = opened
                }
                let runner = ProjectionRunner(projection: StreamCounts(), store: store, models: opened)
                while !isDone(answers.all) {
                    try await runner.catchUp()
                    try await Task.sleep(for: .milliseconds(1))
                }
            } catch {
                answers.change { $0.projectionFailures.append("\(error)") }
                guard isRepeated else { return }
            }
        }
    }

    /// Answers questions, and marks each answer in the record like the acknowledgement of an append.
    func answerQuestions(_ store: LMDBEventStore, _ answers: AnswerLog) async {
        let runner = ProcessRunner(manager: ReplyProcess(), store: store)
        while !isDone(answers.all) {
            do {
                try await runner.catchUp { position, _ in
                    answers.change { $0.answeredUpTo = position }
                    disk_recorder_mark(UInt64(Self.answeredMark) << 32 | position)
                }
                try await Task.sleep(for: .milliseconds(1))
            } catch let error as EventStoreError where error.code == .processHalted {
                answers.change { $0.wrong.append("a disk that fails halts a process manager: \(error)") }
                return
            } catch {
                // Other tasks receive the same failure.
                return
            }
        }
    }

    /// Backs up the store when half of the commits are acknowledged or the disk has failed, since reads still work.
    func backUp(_ store: LMDBEventStore, to path: String, _ answers: AnswerLog) async {
        var current = answers.all
        // Only one process makes the backup.
        guard current.backup == nil, share?.contains(0) != false else { return }
        while current.acknowledged.count < ownCommits / 2, current.failures.isEmpty {
            try? await Task.sleep(for: .milliseconds(1))
            current = answers.all
        }
        let backup = Known(current)
        do {
            try await store.backup(to: path)
            answers.change { $0.backup = backup }
        } catch {
            answers.change { $0.wrong.append("a backup ends with \(error)") }
        }
    }
}
