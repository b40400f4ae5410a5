import CDiskRecorder
import DiskTracing
import Nacre
import NacreLMDB

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Records a run, then creates and audits the images that a power loss could leave at every moment.
struct Images {
    let durability: LMDBEventStore.Durability
    let count: Int
    let seed: UInt64
    let folder: String
    /// The work continues on every n-th image.
    var continuingEvery = 4
    /// A page is damaged in every n-th image; 0 for none.
    var damagingEvery = 0
    var workload = Workload()
    /// What a moment is called in findings.
    var momentName = "moment"

    /// A moment of power loss, with the disk at that moment.
    struct Moment: Sendable {
        let disk: Disk
        let written: WrittenPages
        let known: Workload.Known
        let seed: UInt64
        let randomChoices: Int
    }

    /// More syncs than the creation of a file takes.
    private static let leastSyncs = 5

    /// The number of moments of each kind, however few images are wanted.
    private static let leastMoments = 4

    static let derivedFiles = ["index.mdb", "views.mdb"]

    /// How often a run is recorded again if it has not covered enough.
    private static let attemptsToRecord = 8

    func run() async throws -> Report {
        let tally = Tally(Report(durability: durability.rawValue))
        // The disk fails for one process only.
        let failures = durability == .full && workload.share == nil ? RecordedFailure.all : []
        // Half of the images for all runs with failures.
        let perFailure = count / 2 / RecordedFailure.all.count
        // Nothing is journaled if nothing is synced.
        let modes = durability == .full ? JournalMode.allCases : [.unused]
        var left = count - perFailure * failures.count
        for (index, mode) in modes.enumerated() {
            var run = self
            run.workload.journal = mode
            let images = left / (modes.count - index)
            left -= images
            let trace = try await run.run(failing: nil, images: images, tally)
            // Each fails in another part of the run; the store is reopened after those of the log.
            let failures = failures.filter { $0.journal == mode }
            for (index, failure) in failures.enumerated() where perFailure > 0 {
                let first = failure.candidates(in: trace) * (index + 1) / (failures.count + 1)
                try await run.run(failing: (failure, UInt64(max(1, first))), images: perFailure, tally)
            }
        }
        return await tally.report
    }

    /// Records one run, and audits what a power loss could leave of it.
    @discardableResult
    private func run(
        failing: (failure: RecordedFailure, call: UInt64)?, images: Int, _ tally: Tally
    ) async throws -> DiskTrace {
        let (trace, answers) = try await record(failing: failing)
        await tally.count(trace, answers)
        var all = Self.moments(of: trace)
        // No sync follows the failed rename of the journal; its use has to make one.
        if case .rename = failing?.failure.first, let window = trace.renameWindow {
            all.removeAll { !window.contains($0) }
        }
        let moments = Self.plan(all, of: trace, images: images)
        await tally.countLeftOut(all.count - moments.count, behindFailure: failing != nil)
        let continued = failing == nil && workload.share == nil ? trace.momentsToContinue(Self.continued(images)) : []
        let beginning = Left(
            moment: 0, files: trace.files, image: trace.files.map { _ in nil }, known: Workload.Known())
        for left in try await audit(trace, answers, from: beginning, at: moments, keeping: continued, tally) {
            try await loseAgain(left, tally)
        }
        return trace
    }

    /// Audits what a power loss could leave at moments of a trace.
    ///
    /// - Parameters:
    ///   - trace: The trace.
    ///   - answers: The answers to its callers.
    ///   - beginning: The files before the trace: those of the trace first.
    ///   - moments: The moments, and the number of random choices for each.
    ///   - kept: More moments.
    ///   - tally: Counts the images.
    /// - Returns: The durable files at the kept moments.
    /// - Throws: Errors of files.
    func audit(
        _ trace: DiskTrace, _ answers: Workload.Answers, from beginning: Left, at moments: [Int: Int],
        keeping kept: Set<Int> = [], _ tally: Tally
    ) async throws -> [Left] {
        let left = try await withThrowingTaskGroup(of: Void.self) { group in
            var disk = Disk(holding: beginning.image)
            var written = WrittenPages(files: beginning.files.count)
            var known = beginning.known
            var running = 0
            var left: [Left] = []
            for (index, entry) in trace.entries.enumerated() {
                if kept.contains(index) {
                    left.append(
                        Left(moment: index, files: trace.files, image: disk.image(after: .none), known: known))
                }
                if let randomChoices = moments[index] {
                    var disk = disk
                    disk.begin(entry, at: index)
                    let moment = Moment(
                        disk: disk, written: written, known: known, seed: seed &+ UInt64(index) << 20,
                        randomChoices: randomChoices)
                    if running == 2 {
                        try await group.next()
                        running -= 1
                    }
                    running += 1
                    group.addTask { try await audit(moment, number: index, files: beginning.files, tally) }
                }
                disk.apply(entry, at: index)
                written.apply(entry)
                if case .mark(let mark) = entry {
                    let name = Workload.CommitName(task: Int(mark >> 32), number: Int(mark & 0xFFFF_FFFF))
                    if name.task == Workload.answeredMark {
                        known.answeredUpTo = max(known.answeredUpTo, Position(name.number))
                    } else {
                        known.acknowledged[name] = answers.acknowledged[name]
                    }
                }
            }
            try await group.waitForAll()
            return left
        }
        try await auditDamaged(await tally.rest(), tally)
        return left
    }

    /// Records a run, and another one if it has not covered enough: the grouping of appends depends on timing.
    private func record(
        failing: (failure: RecordedFailure, call: UInt64)?
    ) async throws -> (DiskTrace, Workload.Answers) {
        var call = failing?.call ?? 0
        var attempts = 1
        while true {
            let path = folder + "/recorded"
            let record = workload.share == nil ? nil : "\(folder)/record-\(attempts)"
            if let record { disk_recorder_share(record, 1) }
            try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
            disk_recorder_begin(
                path, 1,
                disk_fault(
                    reach: failing?.failure.reach ?? DISK_REACH_ALL, first: call,
                    pattern: failing?.failure.pattern ?? 0, manner: DISK_MANNER_LATE,
                    error: FaultRun.Kind.late.error))
            disk_recorder_slow_down()
            workload.journal.applyToRecorder()
            var answers = try await answers(in: path, record, isResumed: failing != nil)
            let trace = DiskTrace.recorded()
            answers.journal.wraps = trace.wraps
            try trace.expectFiles(in: path)
            try await auditBackup(of: path, answers)
            try FileManager.default.removeItem(atPath: path)
            do {
                // A busy machine may keep the store from its journal each time.
                let isLast = attempts == Self.attemptsToRecord
                try expectSeen(trace, answers, failing?.failure, coversJournal: !isLast)
                return (trace, answers)
            } catch {
                guard attempts < Self.attemptsToRecord else { throw error }
                attempts += 1
                // No call fails if appends were grouped into fewer commits than in the counted run.
                if trace.failedCalls == 0, call > 1 {
                    call /= 2
                } else if call > 0 {
                    // A call at the beginning of a use stops no append.
                    call += 1
                }
            }
        }
    }

    /// Runs the workload, in two processes if this one does a share.
    private func answers(in path: String, _ record: String?, isResumed: Bool) async throws -> Workload.Answers {
        guard let record, let first = workload.share?.upperBound else {
            return try await workload.run(in: path, durability, isResumed: isResumed)
        }
        let second = try await SecondProcess(workload, from: first, to: path, record: record)
        var answers = try await workload.run(in: path, durability)
        let others = try await second.answers()
        answers.acknowledged.merge(others.known.acknowledged) { mine, _ in mine }
        answers.projectionFailures += others.projectionFailures
        answers.journal += others.journal
        try FileManager.default.removeItem(atPath: record)
        return answers
    }

    private func auditBackup(of path: String, _ answers: Workload.Answers) async throws {
        guard let known = answers.backup else { throw Loss("no backup was taken") }
        let backup = Workload.backup(of: path)
        try await StoreAudit(workload: workload, known: known).run(in: backup)
        try FileManager.default.removeItem(atPath: backup)
    }

    /// The proof needs commits of the log, and updates of the index and the read model.
    private func expectSeen(
        _ trace: DiskTrace, _ answers: Workload.Answers, _ failure: RecordedFailure?, coversJournal: Bool
    ) throws {
        let writes = trace.entries.count { if case .write = $0 { true } else { false } }
        var syncs: [String: Int] = [:]
        for case .syncEnd(let file, _) in trace.entries { syncs[trace.files[file], default: 0] += 1 }
        // With failing calls, only the file of the failure counts, and the failure changes the number of its syncs.
        let derived = failure == nil ? Self.derivedFiles : []
        let followed = durability == .unsynced ? derived : derived + ["log.mdb"]
        let isStruck = trace.failedCalls > 0 && answers.allFailures.isEmpty != failure?.isOfLog
        var size = 0
        for case .write(let file, let offset, let bytes, _) in trace.entries where trace.files[file] == "log.mdb" {
            size = max(size, offset + bytes.count)
        }
        let missing =
            workload.journal == .unused || failure != nil || !coversJournal ? [] : answers.journal.missing
        // The map has grown at least twice.
        guard trace.unknownCalls == 0, writes > 0, size > 2 * Workload.smallestMap,
            followed.allSatisfy({ syncs[$0, default: 0] > Self.leastSyncs }),
            failure == nil ? trace.failedCalls == 0 && answers.allFailures.isEmpty : isStruck,
            answers.acknowledged.count == workload.tasks * workload.commitsPerTask,
            answers.projectionFailures.isEmpty || failure != nil, missing.isEmpty
        else {
            throw Loss(
                "the run was not recorded: \(writes) writes, \(size) bytes of the log, \(syncs) syncs, \(trace.unknownCalls) calls unknown, "
                    + "\(trace.failedCalls) calls failed, \(answers.allFailures.count) appends, "
                    + "\(answers.projectionFailures), journal \(workload.journal) without \(missing)")
        }
    }

    /// Before and after each sync takes effect or fails, before and after each durable write, and after each
    /// acknowledgement.
    ///
    /// With failing calls, only those on the file of the failure, from the first one on; earlier ones and
    /// other files are covered by other runs.
    static func moments(of trace: DiskTrace) -> [Int] {
        var moments: Set<Int> = []
        let failure = trace.firstFailure
        for (index, entry) in trace.entries.enumerated() where index >= failure?.entry ?? 0 {
            switch entry {
            case .syncBegin(let file), .syncEnd(let file, _), .write(let file, _, _, isDurable: true),
                .failedSync(let file), .failedWrite(let file, _, _):
                if failure == nil || file == failure?.file { moments.formUnion([index, index + 1]) }
            case .folderSync where failure == nil, .rename where failure == nil: moments.formUnion([index, index + 1])
            case .mark where failure == nil: moments.insert(index + 1)
            default: break
            }
        }
        return moments.filter { $0 < trace.entries.count }.sorted()
    }

    /// Spreads a number of images over moments.
    ///
    /// - Returns: The number of random choices for each moment, beside the fixed ones. If there are more fixed choices
    ///   than images, some moments are left out: the last ones of a run with failures, else every n-th one.
    static func plan(_ moments: [Int], of trace: DiskTrace, images: Int) -> [Int: Int] {
        var disk = Disk(files: trace.files.count)
        var choices: [(moment: Int, fixed: Int)] = []
        var next = 0
        for (index, entry) in trace.entries.enumerated() {
            if next < moments.count, moments[next] == index {
                choices.append((index, Survival.choices(of: disk, random: 0, seed: 0).count))
                next += 1
            }
            disk.apply(entry, at: index)
        }
        let fixed = choices.reduce(0) { $0 + $1.fixed }
        if trace.firstFailure != nil {
            var planned = 0
            choices = Array(
                choices.prefix { choice in
                    defer { planned += choice.fixed }
                    return planned < images
                })
        } else {
            // Torn frames and changes of the control page are few of the moments. Some moments of each kind.
            let parts = Dictionary(grouping: choices) { trace.journalPart(at: $0.moment) }.values
            let share = max(1, images / max(1, parts.count))
            choices = parts.flatMap { part in
                let step = min(part.reduce(0) { $0 + $1.fixed } / share, part.count / Self.leastMoments)
                return part.enumerated().filter { $0.offset % max(1, step) == 0 }.map(\.element)
            }
        }
        let open = choices.count { $0.fixed > 1 }
        let random = max(2, (max(0, images - fixed) + open - 1) / max(1, open))
        return Dictionary(uniqueKeysWithValues: choices.map { ($0.moment, random) })
    }

    private func audit(
        _ moment: Moment, number: Int, files: [String], _ tally: Tally
    ) async throws {
        let choices = Survival.choices(
            of: moment.disk, random: moment.randomChoices, seed: moment.seed)
        let continuation = Continuation(
            workload: workload, known: moment.known,
            unanswered: workload.commits(behind: moment.known.acknowledged.keys))
        for (choice, survival) in choices.enumerated() {
            let path = "\(folder)/image-\(number)-\(choice)"
            try write(moment.disk.image(after: survival), files, to: path)
            // A different choice at each moment.
            let isContinued = durability == .full && (choice + number) % continuingEvery == 0
            let storeAudit = StoreAudit(
                workload: workload, known: moment.known,
                derivedMayBeAhead: durability == .unsynced)
            var loss: String?
            do {
                try await storeAudit.run(in: path)
                if isContinued { try await continuation.run(in: path) }
            } catch {
                loss = "\(momentName) \(number), \(survival): \(error)"
            }
            try FileManager.default.removeItem(atPath: path)
            await tally.countImage(
                isContinued: isContinued, isRebuilt: storeAudit.hasRebuilt, recovered: storeAudit.recovered, loss: loss)
            guard damagingEvery > 0, (choice + number) % damagingEvery == 0 else { continue }
            try await damage(moment, survival, "\(number)-\(choice)", files, tally)
        }
        await tally.countMoment()
    }

    func write(_ image: [[UInt8]?], _ files: [String], to path: String) throws {
        try FileManager.default.createDirectory(
            atPath: path, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
        for (name, bytes) in zip(files, image) {
            guard let bytes else { continue }
            try Data(bytes).write(to: URL(filePath: "\(path)/\(name)"))
        }
    }
}
