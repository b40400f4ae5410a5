import ArgumentParser
import ChildProcesses
import DiskTracing
import Foundation
import TestFolders

#if canImport(FoundationEssentials)
    import FoundationEssentials
#endif

/// The command `faults`.
struct FaultsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "faults",
        abstract: "Fail every write, truncation, sync and rename in turn, and audit the store.",
        discussion: """
            Each fault happens in its own run, in a process that must not crash; this process audits the store that \
            the run leaves. Each call fails alone, with all later calls, and with all later calls on files other \
            than the log and its journal; with EIO, with ENOSPC, by a write of half its bytes, by an executed call that reports \
            failure, and, for syncs, by losing the unsynced bytes, which the file shows at once or when it is \
            closed. The store commits through LMDB alone, and through its journal. Prints one JSON object; exits with 1 if an acknowledged append is missing, if one with outcome \
            "not written" exists, or if a process crashed.
            """)

    @Option(help: "Fail only every Nth call.")
    var every: UInt64 = 1

    @Option(help: "With the journal, fail only every Nth of these calls.")
    var everyJournaled: UInt64 = 5

    @Option(help: "How many processes run at once: with the journal, a run mostly waits.")
    var workers = 1

    @Option(help: "Only with this use of the journal; repeat it for several.")
    var journal: [JournalMode] = []

    private struct Report: Codable {
        var runs = 0
        var faults: UInt64 = 0
        /// The number of pages whose content a failed sync has lost.
        var droppedPages: UInt64 = 0
        /// The number of runs in which the store could not be opened.
        var refusals = 0
        /// The number of groups written to the journal, and of frames that the next opening has recovered.
        var frames = 0
        var recoveredFrames = 0
        var acknowledged = 0
        /// The number of failed appends by outcome.
        var notWritten = 0
        var unknown = 0
        var losses = 0
        var examples: [String] = []

        mutating func add(_ run: FaultRun) {
            runs += 1
            faults += run.faults
            droppedPages += run.droppedPages
            frames += run.frames
            recoveredFrames += run.recoveredFrames
            refusals += run.refusal == nil ? 0 : 1
            acknowledged += run.known.acknowledged.count
            notWritten += run.failures.count { $0.isUnknown == false }
            unknown += run.failures.count { $0.isUnknown == true }
        }

        mutating func add(_ part: Report) {
            runs += part.runs
            faults += part.faults
            droppedPages += part.droppedPages
            refusals += part.refusals
            frames += part.frames
            recoveredFrames += part.recoveredFrames
            acknowledged += part.acknowledged
            notWritten += part.notWritten
            unknown += part.unknown
            losses += part.losses
            examples = Array((examples + part.examples).prefix(5))
        }
    }

    func validate() throws {
        guard workers > 0 else { throw ValidationError("--workers \(workers): use 1 or more") }
        try NacrePowerLoss.expectRecorder()
    }

    func run() async throws {
        let folder = try TemporaryFolder(inMemory: true)
        defer { folder.remove() }
        var report = Report()
        let modes = journal.isEmpty ? JournalMode.allCases : journal
        for journal in modes {
            let last = try await Self.lastCall(of: journal, in: folder.path)
            for reach in FaultRun.Reach.allCases {
                for kind in FaultRun.Kind.allCases {
                    let like = FaultRun(kind: kind, call: 0, reach: reach, journal: journal)
                    try await failEach(like, upTo: last, in: folder.path, &report)
                }
            }
        }
        try printJSON(report)
        if report.losses > 0 || report.faults == 0 || report.droppedPages == 0
            || modes != [.unused] && report.recoveredFrames == 0
        {
            throw ExitCode.failure
        }
    }

    /// How many runs without a fault count the calls: other timing makes more or fewer.
    private static let soundRuns = 5

    /// The number of the last call to fail.
    private static func lastCall(of journal: JournalMode, in folder: String) async throws -> UInt64 {
        var calls: UInt64 = 0
        for _ in 0..<soundRuns {
            let like = FaultRun(kind: .inputOutput, call: 0, reach: .one, journal: journal)
            let sound = try await runChild(like, calls: 0...0, every: 1, in: folder)[0]
            try sound.remove()
            calls = max(calls, sound.calls)
        }
        return calls + calls / 10
    }

    /// Fails each call of a run in turn, in the same way.
    private func failEach(
        _ like: FaultRun, upTo last: UInt64, in folder: String, _ report: inout Report
    ) async throws {
        let every = like.journal == .unused ? every : every * everyJournaled
        let step = 20 * every
        var firsts = stride(from: UInt64(1), through: last, by: Int(step)).makeIterator()
        try await withThrowingTaskGroup(of: Report.self) { group in
            func startNext() {
                guard let first = firsts.next() else { return }
                group.addTask {
                    try await Self.fail(like, calls: first...min(first + step - 1, last), every: every, in: folder)
                }
            }
            for _ in 0..<workers { startNext() }
            for try await part in group {
                report.add(part)
                startNext()
            }
        }
    }

    /// Fails some calls of a run in turn, and audits what each run leaves.
    private static func fail(
        _ like: FaultRun, calls: ClosedRange<UInt64>, every: UInt64, in folder: String
    ) async throws -> Report {
        var report = Report()
        for var run in try await runChild(like, calls: calls, every: every, in: folder) {
            do {
                try await run.audit()
            } catch {
                report.losses += 1
                report.examples.append(
                    "\(run.kind) of call \(run.call), \(run.reach), journal \(run.journal): \(error)")
            }
            report.add(run)
            try run.remove()
        }
        return report
    }

    /// Starts another process for runs, one run for each of the calls.
    private static func runChild(
        _ like: FaultRun, calls: ClosedRange<UInt64>, every: UInt64, in folder: String
    ) async throws -> [FaultRun] {
        let process = try await ChildProcess(
            URL(filePath: "/proc/self/exe").resolvingSymlinksInPath(),
            [
                "fault-run", like.kind.rawValue, like.reach.rawValue, like.journal.rawValue, "\(calls.lowerBound)",
                "\(calls.upperBound)", "--every", "\(every)", "--folder", folder,
            ])
        let text = try await process.output()
        let ending = try await process.ending()
        guard ending == .exit(0) else {
            throw Loss(
                "the process with \(like.kind) of the calls \(calls), journal \(like.journal), has died: \(ending)")
        }
        return try text.split(separator: UInt8(ascii: "\n")).map { try JSONDecoder().decode(FaultRun.self, from: $0) }
    }
}

/// The command `fault-run`, for the command `faults` alone.
struct FaultRunCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "fault-run", abstract: "Run with one call failing, for each of some calls.", shouldDisplay: false)

    @Argument var kind: FaultRun.Kind
    @Argument var reach: FaultRun.Reach
    @Argument var journal: JournalMode
    @Argument var first: UInt64
    @Argument var last: UInt64
    @Option var every: UInt64 = 1
    @Option var folder: String

    func run() async throws {
        for call in first...last where call % every == 0 {
            var run = FaultRun(kind: kind, call: call, reach: reach, journal: journal)
            try await run.run(
                in: "\(folder)/fault-\(kind.rawValue)-\(reach.rawValue)-\(journal.rawValue)-\(call)")
            try printJSON(run)
        }
    }
}

extension FaultRun.Kind: ExpressibleByArgument {}

extension FaultRun.Reach: ExpressibleByArgument {}
