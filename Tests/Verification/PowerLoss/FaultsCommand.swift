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
        abstract: "Fail every write, truncation and sync in turn, and audit the store.",
        discussion: """
            Each fault happens in its own run, in a process that must not crash; this process audits the store that \
            the run leaves. Each call fails alone, with all later calls, and with all later calls on files other \
            than the log; with EIO, with ENOSPC, by a write of half its bytes, by an executed call that reports \
            failure, and, for syncs, by losing the unsynced bytes, which the file shows at once or when it is \
            closed. Prints one JSON object; exits with 1 if an acknowledged append is missing, if one with outcome \
            "not written" exists, or if a process crashed.
            """)

    @Option(help: "Fail only every Nth call.")
    var every: UInt64 = 1

    private struct Report: Codable {
        var runs = 0
        var faults: UInt64 = 0
        /// The number of pages whose content a failed sync has lost.
        var droppedPages: UInt64 = 0
        /// The number of runs in which the store could not be opened.
        var refusals = 0
        var acknowledged = 0
        /// The number of failed appends by outcome.
        var notWritten = 0
        var unknown = 0
        var losses = 0
        var examples: [String] = []
    }

    func validate() throws { try NacrePowerLoss.expectRecorder() }

    func run() async throws {
        let folder = try TemporaryFolder(inMemory: true)
        defer { folder.remove() }
        var report = Report()
        for reach in FaultRun.Reach.allCases {
            for kind in FaultRun.Kind.allCases {
                // A run without a fault counts the calls; other timing may cause a few more.
                let sound = try await Self.runChild(kind, reach, calls: 0...0, every: 1, in: folder.path)[0]
                try sound.remove()
                let calls = sound.calls
                for first in stride(from: UInt64(1), through: calls + calls / 10, by: 20) {
                    let runs = try await Self.runChild(
                        kind, reach, calls: first...first + 19, every: every, in: folder.path)
                    for run in runs {
                        do {
                            try await run.audit()
                        } catch {
                            report.losses += 1
                            if report.examples.count < 5 {
                                report.examples.append("\(kind) of call \(run.call), \(reach): \(error)")
                            }
                        }
                        report.runs += 1
                        report.faults += run.faults
                        report.droppedPages += run.droppedPages
                        report.refusals += run.refusal == nil ? 0 : 1
                        report.acknowledged += run.known.acknowledged.count
                        report.notWritten += run.failures.count { $0.isUnknown == false }
                        report.unknown += run.failures.count { $0.isUnknown == true }
                        try run.remove()
                    }
                }
            }
        }
        try printJSON(report)
        if report.losses > 0 || report.faults == 0 || report.droppedPages == 0 { throw ExitCode.failure }
    }

    /// Starts another process for runs, one run for each of the calls.
    private static func runChild(
        _ kind: FaultRun.Kind, _ reach: FaultRun.Reach, calls: ClosedRange<UInt64>, every: UInt64, in folder: String
    ) async throws -> [FaultRun] {
        let process = try await ChildProcess(
            URL(filePath: "/proc/self/exe").resolvingSymlinksInPath(),
            [
                "fault-run", kind.rawValue, reach.rawValue, "\(calls.lowerBound)", "\(calls.upperBound)", "--every",
                "\(every)", "--folder", folder,
            ])
        let text = try await process.output()
        let ending = try await process.ending()
        guard ending == .exit(0) else {
            throw Loss("the process with \(kind) of the calls \(calls) has died: \(ending)")
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
    @Argument var first: UInt64
    @Argument var last: UInt64
    @Option var every: UInt64 = 1
    @Option var folder: String

    func run() async throws {
        for call in first...last where call % every == 0 {
            var run = FaultRun(kind: kind, call: call, reach: reach)
            try await run.run(in: "\(folder)/fault-\(kind.rawValue)-\(reach.rawValue)-\(call)")
            try printJSON(run)
        }
    }
}

extension FaultRun.Kind: ExpressibleByArgument {}

extension FaultRun.Reach: ExpressibleByArgument {}
