import CDiskRecorder
import DiskTracing
import DomainKit
import Nacre
import NacreLMDB
import Synchronization
import TestRandomness

/// Appends from several tasks at once, while the index takes them in, a projection and a process manager follow, the maps
/// grow, and a backup is taken.
///
/// Some commits take several blocks; some rest on expectations, checks and conditions, and between them come commits that
/// must be refused.
///
/// Each task appends its commits 1, 2, 3, …, each when the one before is answered, so that what may be in the log at any
/// moment is known.
struct Workload: Sendable {
    /// A commit's name: which task's, and which of its commits.
    struct CommitName: Hashable, Sendable, Codable {
        let task: Int
        let number: Int
    }

    /// What became of an append that was not acknowledged.
    struct Failure: Sendable, Codable {
        let commit: CommitName
        let code: String
        /// `nil` where the error does not say.
        let isUnknown: Bool?
    }

    /// What the callers were told.
    struct Answers: Sendable {
        /// The positions of the acknowledged commits.
        var acknowledged: [CommitName: [Position]] = [:]
        /// The appends that failed since the store was opened last.
        var failures: [Failure] = []
        /// Those that failed before, where it was opened again.
        var failuresBefore: [Failure] = []
        /// Errors of the projection.
        var projectionFailures: [String] = []
        /// Up to where the process manager has answered all questions.
        var answeredUpTo: Position = 0
        /// What the backup must hold, where one was taken.
        var backup: Known?
        /// What must not be, fault or not.
        var wrong: [String] = []

        var allFailures: [Failure] { failuresBefore + failures }
    }

    /// What must be found in the log.
    struct Known: Sendable, Codable {
        /// Acknowledged commits, each at its positions.
        var acknowledged: [CommitName: [Position]] = [:]
        /// Up to where questions are answered.
        var answeredUpTo: Position = 0

        init() {}

        init(_ answers: Answers) {
            acknowledged = answers.acknowledged
            answeredUpTo = answers.answeredUpTo
        }
    }

    /// Collects the answers of several tasks.
    final class Told: Sendable {
        private let answers = Mutex(Answers())

        var all: Answers { answers.withLock { $0 } }

        func change(_ change: @Sendable (inout Answers) -> Void) {
            answers.withLock { change(&$0) }
        }
    }

    /// Where the backup of a store in a folder goes.
    static func backup(of path: String) -> String { path + "-backup" }

    /// Address space for each file when it is opened: it is enlarged several times in a run.
    static let smallestMap = 128 << 10

    var tasks = 6
    /// The tasks that this process does, where another does the rest.
    var share: Range<Int>?
    var commitsPerTask = 40
    /// The greatest size of an event's data.
    var dataBytes = 300

    /// How many commits this process makes.
    var ownCommits: Int { (share?.count ?? tasks) * commitsPerTask }

    /// Does all of it, or its share.
    ///
    /// - Parameters:
    ///   - path: The folder of the store.
    ///   - durability: The setting.
    ///   - isResumed: Whether to open the store again where appends have stopped, and to go on with the commit that
    ///     failed, under the same ids; and to go on with a projection that failed.
    ///   - answers: Collects the acknowledgements; complete even where this throws.
    /// - Returns: What the callers were told.
    /// - Throws: What opening throws, where the run is not resumed or it is no failure of the disk.
    @discardableResult
    func run(
        in path: String, _ durability: LMDBEventStore.Durability, isResumed: Bool = false,
        telling answers: Told = Told()
    ) async throws -> Answers {
        while true {
            let store: LMDBEventStore
            do {
                store = try await LMDBEventStore.open(at: path, options: .small(durability))
            } catch let error as EventStoreError where isResumed && [.inputOutput, .diskFull].contains(error.code) {
                // It was the disk that failed, and it fails a few calls alone.
                continue
            }
            await withTaskGroup { group in
                for task in share ?? 0..<tasks {
                    group.addTask { await append(as: task, to: store, answers) }
                }
                group.addTask { await project(store, in: path, answers, isRepeated: isResumed) }
                group.addTask { await answerQuestions(store, answers) }
                group.addTask { await backUp(store, to: Self.backup(of: path), answers) }
            }
            let failed = answers.all.failures
            if disk_recorder_faults() > 0 { try await expectReads(store, answers.all.acknowledged) }
            await store.close()
            // What a failed sync has lost is not to be seen by what is opened next.
            disk_recorder_drop()
            if let wrong = answers.all.wrong.first { throw Loss(wrong) }
            guard isResumed, !failed.isEmpty else { return answers.all }
            answers.change {
                $0.failuresBefore += $0.failures
                $0.failures = []
            }
        }
    }

    private func append(as task: Int, to store: LMDBEventStore, _ answers: Told) async {
        let done = answers.all.acknowledged.keys.count { $0.task == task }
        for number in stride(from: done + 1, through: commitsPerTask, by: 1) {
            let name = CommitName(task: task, number: number)
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

    private func expectRefusal(behind number: Int, _ store: LMDBEventStore, _ answers: Told) async {
        do {
            try await store.append(refusedCommit(behind: number))
            answers.change { $0.wrong.append("a commit that rests on what does not hold behind \(number) is accepted") }
        } catch let error as EventStoreError where error.code == .conflict || error.outcome != nil {
            // Where the disk has failed, the commit that comes next says so.
        } catch {
            answers.change { $0.wrong.append("a commit to be refused behind \(number) ends with \(error)") }
        }
    }

    /// The commits that may have been submitted where some are acknowledged: each task's next one.
    func commits(behind acknowledged: some Sequence<CommitName>) -> [CommitName] {
        let last = acknowledged.reduce(into: [Int: Int]()) { $0[$1.task] = max($0[$1.task, default: 0], $1.number) }
        return (0..<tasks).compactMap { task in
            let number = last[task, default: 0] + 1
            return number > commitsPerTask ? nil : CommitName(task: task, number: number)
        }
    }

    /// Where the disk has failed, reads go on and show everything acknowledged.
    private func expectReads(_ store: LMDBEventStore, _ acknowledged: [CommitName: [Position]]) async throws {
        let events: [RecordedEvent]
        let head: Position
        do {
            head = try await store.head()
            events = try await store.readLog().collect()
        } catch {
            throw Loss("reading ends with the disk's failure: \(error)")
        }
        for (name, positions) in acknowledged {
            for position in positions where position > head || events[Int(position) - 1].position != position {
                throw Loss("commit \(name) was acknowledged, and is not to be read after the disk has failed")
            }
        }
        do {
            try await expectIndex(store, events)
        } catch let error as EventStoreError {
            // One that has lost what it was to sync is rebuilt, which a disk that goes on failing does not let happen.
            guard disk_recorder_dropped() > 0, "\(error)".contains("index.mdb") else {
                throw Loss("the index cannot be read after the disk's failure: \(error)")
            }
        }
    }

    /// What the index knows is asked too: the events of each stream, and of each id.
    private func expectIndex(_ store: LMDBEventStore, _ events: [RecordedEvent]) async throws {
        for (stream, expected) in Dictionary(grouping: events, by: \.stream) {
            let found = try await store.read(stream).collect()
            guard found.prefix(expected.count).elementsEqual(expected) else {
                throw Loss("stream \(stream) is not as in the log after the disk has failed")
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
    /// Maps that have to grow, an index that has something to do, and a check at opening that sees a part of the log.
    static func small(_ durability: LMDBEventStore.Durability, createsStore: Bool = true) -> Self {
        var options = LMDBEventStore.Options(
            durability: durability, createsStore: createsStore, mapSize: Workload.smallestMap,
            derivedMapSize: Workload.smallestMap)
        options.tailLimits.eventsPerGeneration = 32
        options.pagesCheckedAtOpening = 4
        return options
    }
}
