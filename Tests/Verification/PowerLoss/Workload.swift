import CDiskRecorder
import DiskTracing
import DomainKit
import Nacre
import NacreLMDB
import Synchronization
import TestRandomness

/// Appends from several tasks at once, while events are indexed, a projection and a process manager follow, the maps
/// grow, and a backup is taken.
///
/// Some commits take several blocks; some have expectations, checks and conditions, and between them are commits that
/// must be refused.
///
/// Each task appends its commits 1, 2, 3, …, each after the answer to the one before, so that the possible contents of
/// the log are known at any moment.
struct Workload: Sendable {
    /// A commit's name: its task and its number.
    struct CommitName: Hashable, Sendable, Codable {
        let task: Int
        let number: Int
    }

    /// The failure of an append.
    struct Failure: Sendable, Codable {
        let commit: CommitName
        let code: String
        /// `nil` if the error has no outcome.
        let isUnknown: Bool?
    }

    /// The answers to the callers.
    struct Answers: Sendable {
        /// The positions of the acknowledged commits.
        var acknowledged: [CommitName: [Position]] = [:]
        /// The appends that failed since the store was last opened.
        var failures: [Failure] = []
        /// The appends that failed before it was reopened.
        var failuresBefore: [Failure] = []
        /// Errors of the projection.
        var projectionFailures: [String] = []
        /// The position up to which the process manager has answered all questions.
        var answeredUpTo: Position = 0
        /// The commits that the backup must hold, if there is one.
        var backup: Known?
        /// What the journal did.
        var journal = JournalUses()
        /// Findings that no fault excuses.
        var wrong: [String] = []

        var allFailures: [Failure] { failuresBefore + failures }
    }

    /// The commits that must be in the log.
    struct Known: Sendable, Codable {
        /// Acknowledged commits with their positions.
        var acknowledged: [CommitName: [Position]] = [:]
        /// The position up to which questions are answered.
        var answeredUpTo: Position = 0

        init() {}

        init(_ answers: Answers) {
            acknowledged = answers.acknowledged
            answeredUpTo = answers.answeredUpTo
        }
    }

    /// Collects the answers of several tasks.
    final class AnswerLog: Sendable {
        private let answers = Mutex(Answers())

        var all: Answers { answers.withLock { $0 } }

        func change(_ change: @Sendable (inout Answers) -> Void) {
            answers.withLock { change(&$0) }
        }
    }

    /// The folder of the backup of a store.
    static func backup(of path: String) -> String { path + "-backup" }

    /// The initial map size of each file, which grows several times in a run.
    static let smallestMap = 128 << 10

    var tasks = 6
    /// The tasks of this process, if another process has the rest.
    var share: Range<Int>?
    var commitsPerTask = 40
    /// The maximum size of an event's data.
    var dataBytes = 300
    var journal = JournalMode.unused

    /// The number of commits of this process.
    var ownCommits: Int { (share?.count ?? tasks) * commitsPerTask }

    /// Runs the workload, or its share of it.
    ///
    /// - Parameters:
    ///   - path: The folder of the store.
    ///   - durability: The setting.
    ///   - isResumed: Whether to reopen the store when appends have stopped, and to continue with the commit that
    ///     failed, with the same ids, and with a projection that failed.
    ///   - answers: Collects the acknowledgements; complete even if this throws.
    /// - Returns: The answers to the callers.
    /// - Throws: Errors of opening, if the run is not resumed or the disk has not failed.
    @discardableResult
    func run(
        in path: String, _ durability: LMDBEventStore.Durability, isResumed: Bool = false,
        collecting answers: AnswerLog = AnswerLog()
    ) async throws -> Answers {
        while true {
            let store: LMDBEventStore
            do {
                store = try await LMDBEventStore.open(at: path, options: options(durability))
            } catch let error as EventStoreError where isResumed && [.inputOutput, .diskFull].contains(error.code) {
                // The disk failed, and it fails only for a few calls.
                continue
            }
            await withTaskGroup { group in
                for task in share ?? 0..<tasks {
                    group.addTask { await append(as: task, to: store, answers) }
                }
                group.addTask { await project(store, in: path, answers, isRepeated: isResumed) }
                group.addTask { await answerQuestions(store, answers) }
                group.addTask { await backUp(store, to: Self.backup(of: path), answers) }
                group.addTask { await visit(store, in: path, answers) }
            }
            if let uses = store.journalStatistics { answers.change { $0.journal += JournalUses(uses) } }
            let failed = answers.all.failures
            if disk_recorder_faults() > 0 { try await expectReads(store, answers.all.acknowledged) }
            await store.close()
            // The next opening must not see bytes that a failed sync has lost.
            disk_recorder_drop()
            if let wrong = answers.all.wrong.first { throw Loss(wrong) }
            guard isResumed, !failed.isEmpty else { return answers.all }
            answers.change {
                $0.failuresBefore += $0.failures
                $0.failures = []
            }
        }
    }

    private func append(as task: Int, to store: LMDBEventStore, _ answers: AnswerLog) async {
        let done = answers.all.acknowledged.keys.count { $0.task == task }
        for number in stride(from: done + 1, through: commitsPerTask, by: 1) {
            let name = CommitName(task: task, number: number)
            await rest(before: number, store)
            if task == Self.guardedTask, number > 1 { await expectRefusal(behind: number - 1, store, answers) }
            do {
                let result = try await store.append(commit(name))
                answers.change { $0.acknowledged[name] = result.positions }
                disk_recorder_mark(UInt64(task) << 32 | UInt64(number))
            } catch {
                let failure = Failure(
                    commit: name, code: (error as? EventStoreError)?.code.description ?? "\(error)",
                    isUnknown: (error as? EventStoreError)?.outcome.map { $0 == .unknown })
                answers.change { $0.failures.append(failure) }
                return
            }
        }
    }

    private func expectRefusal(behind number: Int, _ store: LMDBEventStore, _ answers: AnswerLog) async {
        do {
            try await store.append(refusedCommit(behind: number))
            answers.change { $0.wrong.append("a commit that rests on what does not hold behind \(number) is accepted") }
        } catch let error as EventStoreError where error.code == .conflict || error.outcome != nil {
            // After a failure of the disk, the next commit reports it.
        } catch {
            answers.change { $0.wrong.append("a commit to be refused behind \(number) ends with \(error)") }
        }
    }

    /// The commits that may have been submitted beyond the acknowledged ones: each task's next one.
    func commits(behind acknowledged: some Sequence<CommitName>) -> [CommitName] {
        let last = acknowledged.reduce(into: [Int: Int]()) { $0[$1.task] = max($0[$1.task, default: 0], $1.number) }
        return (0..<tasks).compactMap { task in
            let number = last[task, default: 0] + 1
            return number > commitsPerTask ? nil : CommitName(task: task, number: number)
        }
    }

    /// After a failure of the disk, reads continue and show all acknowledged commits.
    private func expectReads(_ store: LMDBEventStore, _ acknowledged: [CommitName: [Position]]) async throws {
        let events: [RecordedEvent]
        let head: Position
        do {
            head = try await store.head()
            events = try await store.readLog().collect()
        } catch {
            throw Loss("reading fails after the disk's failure: \(error)")
        }
        for (name, positions) in acknowledged {
            for position in positions where position > head || events[Int(position) - 1].position != position {
                throw Loss("commit \(name) was acknowledged, but cannot be read after the disk has failed")
            }
        }
        do {
            try await expectIndex(store, events)
        } catch let error as EventStoreError {
            // An index that has lost unsynced bytes is rebuilt, unless the disk keeps failing.
            guard disk_recorder_dropped() > 0, "\(error)".contains("index.mdb") else {
                throw Loss("the index cannot be read after the disk's failure: \(error)")
            }
        }
    }

    /// Queries the index too: the events of each stream and of each id.
    private func expectIndex(_ store: LMDBEventStore, _ events: [RecordedEvent]) async throws {
        for (stream, expected) in Dictionary(grouping: events, by: \.stream) {
            let found = try await store.read(stream).collect()
            guard found.prefix(expected.count).elementsEqual(expected) else {
                throw Loss("stream \(stream) differs from the log after the disk has failed")
            }
        }
        for event in events {
            guard try await store.event(withID: event.id) == event else {
                throw Loss("the event at \(event.position) is not found by its id after the disk has failed")
            }
        }
    }
}

extension LMDBEventStore.Options {
    /// Options with maps that must grow, an index with work to do, and an opening check that covers a part of the log.
    static func small(
        _ durability: LMDBEventStore.Durability, createsStore: Bool = true, journal: JournalMode = .unused
    ) -> Self {
        var options = LMDBEventStore.Options(
            durability: durability, createsStore: createsStore, mapSize: Workload.smallestMap,
            derivedMapSize: Workload.smallestMap)
        options.tailLimits.eventsPerGeneration = 32
        options.pagesCheckedAtOpening = 4
        options.usesJournal = journal != .unused
        options.journal = journal.policy
        return options
    }
}
