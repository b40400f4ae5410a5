import CDiskRecorder
import Nacre
import NacreLMDB

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Records a run, then makes what a loss of power could leave at every moment, and audits each of these images.
struct Images {
    /// What came of it.
    struct Report: Codable {
        var durability = ""
        var commits = 0
        var syncs = 0
        /// Writes of meta pages that were made to fail, each in a run of its own.
        var failedWrites = 0
        /// Moments at which the power was lost.
        var moments = 0
        var images = 0
        /// Images that the work went on with, at durability `full`.
        var continued = 0
        /// Images of which the index or the read models had to be made anew.
        var rebuilt = 0
        var losses = 0
        /// What was lost in the first few of them.
        var examples: [String] = []
    }

    let durability: LMDBEventStore.Durability
    let count: Int
    let seed: UInt64
    let folder: String
    /// Each how many images the work goes on.
    var continuingEvery = 1
    var workload = Workload()

    /// Counts what several audits find.
    private actor Tally {
        private(set) var report: Report

        init(_ report: Report) {
            self.report = report
        }

        func count(_ trace: DiskTrace, _ answers: Workload.Answers) {
            report.commits += answers.acknowledged.count
            report.syncs += trace.entries.count { if case .syncEnd = $0 { true } else { false } }
            report.failedWrites += answers.failures.isEmpty ? 0 : 1
        }

        func countMoment() {
            report.moments += 1
        }

        func countImage(isContinued: Bool, isRebuilt: Bool, loss: String?) {
            report.images += 1
            report.rebuilt += isRebuilt ? 1 : 0
            report.continued += isContinued ? 1 : 0
            guard let loss else { return }
            report.losses += 1
            if report.examples.count < 5 { report.examples.append(loss) }
        }
    }

    /// A moment at which the power is lost, with the disk as it was then.
    private struct Moment: Sendable {
        let disk: Disk
        let acknowledged: [Workload.CommitName: [Position]]
        let seed: UInt64
        let randomChoices: Int
    }

    /// More syncs than making a file takes.
    private static let leastSyncs = 5

    /// In how many further runs the write of a meta page fails.
    private static let runsWithFault = 4

    func run() async throws -> Report {
        let tally = Tally(Report(durability: durability.rawValue))
        let withFault = durability == .full ? count / 10 : 0
        let trace = try await run(failing: nil, images: count - withFault * Self.runsWithFault, tally)
        // The store is opened again behind each, and builds on what may be on the disk or not.
        let metaPages = trace.entries.count { if case .write(_, _, _, isDurable: true) = $0 { true } else { false } }
        for run in 1...Self.runsWithFault where withFault > 0 {
            try await self.run(
                failing: UInt64(metaPages * run / (Self.runsWithFault + 1)), images: withFault, tally)
        }
        return await tally.report
    }

    /// Records one run and audits what a loss of power could leave of it.
    @discardableResult
    private func run(failing call: UInt64?, images: Int, _ tally: Tally) async throws -> DiskTrace {
        let (trace, answers) = try await record(failing: call)
        await tally.count(trace, answers)
        let moments = Self.plan(Self.moments(of: trace), of: trace, images: images)
        try await withThrowingTaskGroup(of: Void.self) { group in
            var disk = Disk(files: trace.files.count)
            var acknowledged: [Workload.CommitName: [Position]] = [:]
            var running = 0
            for (index, entry) in trace.entries.enumerated() {
                if let randomChoices = moments[index] {
                    let moment = Moment(
                        disk: disk, acknowledged: acknowledged, seed: seed &+ UInt64(index) << 20,
                        randomChoices: randomChoices)
                    if running == 2 {
                        try await group.next()
                        running -= 1
                    }
                    running += 1
                    group.addTask { try await audit(moment, number: index, files: trace.files, tally) }
                }
                disk.apply(entry, at: index)
                if case .mark(let mark) = entry {
                    let name = Workload.CommitName(task: Int(mark >> 32), number: Int(mark & 0xFFFF_FFFF))
                    acknowledged[name] = answers.acknowledged[name]
                }
            }
            try await group.waitForAll()
        }
        return trace
    }

    private func record(failing call: UInt64?) async throws -> (DiskTrace, Workload.Answers) {
        let path = folder + "/recorded"
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        disk_recorder_begin(
            path, 1,
            disk_fault(
                reach: DISK_REACH_DURABLE, first: call ?? 0, count: 1, manner: DISK_MANNER_LATE,
                error: FaultRun.Kind.late.error))
        let answers = try await workload.run(in: path, durability, isResumed: call != nil)
        let trace = DiskTrace.recorded()
        try trace.expectFiles(in: path)
        try FileManager.default.removeItem(atPath: path)
        // Where appends came to be grouped into fewer commits than in the run that was counted, none was struck.
        if let call, call > 1, disk_recorder_faults() == 0 { return try await record(failing: call / 2) }
        // What cannot be seen cannot be proved: the log's commits, and what the index and the read model took in.
        let writes = trace.entries.count { if case .write = $0 { true } else { false } }
        var syncs: [String: Int] = [:]
        for case .syncEnd(let file, _) in trace.entries { syncs[trace.files[file], default: 0] += 1 }
        let isFollowed = durability == .riskingTheWholeStore || syncs["log.mdb", default: 0] > Self.leastSyncs
        guard trace.unknownCalls == 0, writes > 0, isFollowed, syncs["index.mdb", default: 0] > Self.leastSyncs,
            syncs["views.mdb", default: 0] > Self.leastSyncs, disk_recorder_faults() == (call == nil ? 0 : 1),
            answers.failures.isEmpty == (call == nil), answers.projectionFailures.isEmpty
        else {
            throw Loss(
                "the run was not recorded: \(writes) writes, \(syncs) syncs, \(trace.unknownCalls) calls unknown, "
                    + "\(answers.failures.count) appends failed, \(answers.projectionFailures)")
        }
        return (trace, answers)
    }

    /// Before and after each sync takes effect, before each durable write, and after each acknowledgement.
    private static func moments(of trace: DiskTrace) -> Set<Int> {
        var moments: Set<Int> = []
        for (index, entry) in trace.entries.enumerated() {
            switch entry {
            case .syncBegin, .folderSync, .syncEnd, .write(_, _, _, isDurable: true):
                moments.formUnion([index, index + 1])
            case .mark: moments.insert(index + 1)
            default: break
            }
        }
        return moments.filter { $0 < trace.entries.count }
    }

    /// Spreads a number of images over moments.
    ///
    /// - Returns: How many choices by chance each moment gets beside the fixed ones; fewer moments where there are more
    ///   fixed choices than images.
    private static func plan(_ moments: Set<Int>, of trace: DiskTrace, images: Int) -> [Int: Int] {
        var disk = Disk(files: trace.files.count)
        var pending: [(moment: Int, count: Int)] = []
        for (index, entry) in trace.entries.enumerated() {
            if moments.contains(index) { pending.append((index, disk.pendingCount)) }
            disk.apply(entry, at: index)
        }
        let fixed = pending.reduce(0) { $0 + Survival.choices(pending: $1.count, random: 0, seed: 0).count }
        let step = max(1, fixed / images)
        let open = pending.count { $0.count > 0 }
        let random = max(2, (max(0, images - fixed) + open - 1) / max(1, open))
        return Dictionary(
            uniqueKeysWithValues: pending.enumerated().filter { $0.offset % step == 0 }.map {
                ($0.element.moment, random)
            })
    }

    private func audit(
        _ moment: Moment, number: Int, files: [String], _ tally: Tally
    ) async throws {
        let choices = Survival.choices(
            pending: moment.disk.pendingCount, random: moment.randomChoices, seed: moment.seed)
        let continuation = Continuation(
            workload: workload, acknowledged: moment.acknowledged,
            unanswered: workload.commits(behind: moment.acknowledged.keys))
        for (choice, survival) in choices.enumerated() {
            let path = "\(folder)/image-\(number)-\(choice)"
            try write(moment.disk.image(after: survival), files, to: path)
            // Another of the choices at each moment.
            let isContinued = durability == .full && (choice + number) % continuingEvery == 0
            let storeAudit = StoreAudit(workload: workload, acknowledged: moment.acknowledged)
            var loss: String?
            do {
                try await storeAudit.run(in: path)
                if isContinued { try await continuation.run(in: path) }
            } catch {
                loss = "moment \(number), \(survival): \(error)"
            }
            try FileManager.default.removeItem(atPath: path)
            await tally.countImage(isContinued: isContinued, isRebuilt: storeAudit.hasRebuilt, loss: loss)
        }
        await tally.countMoment()
    }

    private func write(_ image: [[UInt8]?], _ files: [String], to path: String) throws {
        try FileManager.default.createDirectory(
            atPath: path, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
        for (name, bytes) in zip(files, image) {
            guard let bytes else { continue }
            try Data(bytes).write(to: URL(filePath: "\(path)/\(name)"))
        }
    }
}
