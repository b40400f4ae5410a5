import ArgumentParser
import Foundation
import TestFolders

/// Damages stores without invalidating their checksums, and audits their answers.
@main
struct NacreFuzz: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "NacreFuzz",
        abstract: "Change values behind fitting checksums, and judge every answer of the store.",
        discussion: """
            Each case is one mutation, or a few, of a log, an index, read models or a journal, determined by the \
            case's seed. \
            Prints every fault with the command that repeats it, and counts; exits with 1 if there was a fault.
            """,
        subcommands: [RunCommand.self, CaseCommand.self, WorkerCommand.self], defaultSubcommand: RunCommand.self)
}

/// The options of all commands.
struct CaseOptions: ParsableArguments {
    @Option(help: "The seed of the first case; those behind it have the next numbers.")
    var seed: UInt64 = 1

    @Option(help: "Change this alone: log, index, views or journal.")
    var only: Target?

    enum Target: String, ExpressibleByArgument {
        case log, index, views, journal

        /// The file of entries; `nil` for the journal, which has none.
        var file: Specimen.File? {
            switch self {
            case .log: .log
            case .index: .index
            case .views: .views
            case .journal: nil
            }
        }
    }

    /// The options as arguments for another process of this program.
    func arguments(seed: UInt64) -> [String] {
        ["--seed", "\(seed)"] + (only.map { ["--only", $0.rawValue] } ?? [])
    }
}

/// The command `run`.
struct RunCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "run", abstract: "Run many cases, in processes whose end is noticed.")

    @OptionGroup var options: CaseOptions

    @Option(help: "How many cases to run.")
    var cases: UInt64 = 10_000

    @Option(help: "End after so many seconds, however many cases there were.")
    var seconds: Int?

    @Option(help: "How many processes work at once.")
    var workers = 2

    func run() async throws {
        let campaign = Campaign(options: options, cases: cases, seconds: seconds, workers: workers)
        let report = try await campaign.run()
        print(report.summary)
        if report.faults > 0 || report.cases == 0 { throw ExitCode.failure }
    }
}

/// The command `case`.
struct CaseCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "case", abstract: "Run one case in this process, and say what was changed.")

    @OptionGroup var options: CaseOptions

    @Option(help: "Keep the store, as it was changed, in this folder.")
    var keep: String?

    func run() async throws {
        let worker = try await Worker(only: options.only)
        defer { worker.folder.remove() }
        let fuzzed = worker.fuzzed(options.seed)
        print("\(fuzzed.name): \(fuzzed.story)")
        if let keep {
            try FileManager.default.createDirectory(atPath: keep, withIntermediateDirectories: true)
            try fuzzed.write(to: keep)
        }
        let faults = try await fuzzed.run(in: worker.folder.path + "/store")
        for fault in faults { print("FAULT \(fault)") }
        if !faults.isEmpty { throw ExitCode.failure }
    }
}

/// The command `worker`, for `run` alone.
struct WorkerCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "worker", abstract: "Run some cases, and say which is begun.", shouldDisplay: false)

    @OptionGroup var options: CaseOptions
    @Option var cases: UInt64
    @Option var until: Double = .infinity

    func run() async throws {
        let worker = try await Worker(only: options.only)
        defer { worker.folder.remove() }
        try await worker.run(options.seed..<(options.seed + cases), until: until)
    }
}
