import ArgumentParser
import Foundation

struct SuiteCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "suite",
        abstract: "Run the standard set of workloads, and write a page with the answers.",
        discussion: """
            Each step runs a command of this program, which --dry-run prints. By default the suite takes about 15 \
            minutes on a small machine. --quick takes about two minutes, and its figures mean nothing. --full has the \
            sizes for which the bounds were set, and takes an hour and a half and 12 GiB of disk.

            An interrupted suite resumes at the step that was running. A step is not run again if it passed with the \
            same program and arguments and its report exists. A failed step does not stop the others.

            EXAMPLES
              nacre-bench suite --quick --out rehearsal
              nacre-bench suite --directory /var/tmp
              nacre-bench suite --full --only d --only e
              nacre-bench suite --leave-out sqlite-large --leave-out sqlite-group-large --dry-run

            EXIT CODES
              0   every step passed; the page has the verdicts on the figures
              1   another failure of a step
              64  invalid arguments
              65  an audit failed, or a promise was broken
              69  a server that an engine needs cannot be reached or started
              73  a folder or file cannot be created, or there is not enough space
              74  the disk failed a read or a write
            """)

    @Flag(help: "Run every step in a small size, as a check: the figures mean nothing.")
    var quick = false

    @Flag(help: "Measure at the full sizes, without a time limit.")
    var full = false

    @Option(
        help: ArgumentHelp("The folder of the reports, the pages and the state of the suite.", valueName: "dir"))
    var out = "Docs/Benchmarks"

    @Option(
        help: ArgumentHelp(
            "A folder on the disk to be measured; the stores go into a temporary folder in it.",
            valueName: "dir"))
    var directory = "."

    @Option(help: ArgumentHelp("A step to run, named as in --list; may be repeated.", valueName: "step"))
    var only: [String] = []

    @Option(
        name: .customLong("engine"),
        help: "A further engine to measure in every step that it supports; may be repeated.")
    var adding: [EngineName] = []

    @Option(help: ArgumentHelp("An engine to leave out; may be repeated.", valueName: "engine"))
    var leaveOut: [EngineName] = []

    @Flag(help: "Run every step again.")
    var fresh = false

    @Flag(help: "Keep filled stores for the next suite.")
    var keepStores = false

    @Flag(help: "List the steps, and run nothing.")
    var list = false

    @Flag(help: "Print the commands, and run nothing.")
    var dryRun = false

    @Flag(help: "Write the pages again from the reports in --out, and run nothing.")
    var render = false

    var size: SuiteSize { quick ? .quick : full ? .full : .reduced }

    var plan: SuitePlan { SuitePlan(size, adding: adding, leavingOut: leaveOut) }

    func validate() throws {
        if quick, full { throw ValidationError("--quick and --full exclude each other") }
        if leaveOut.contains(.nacre) {
            throw ValidationError("nacre cannot be left out: the suite measures it")
        }
        if let both = adding.first(where: leaveOut.contains) {
            throw ValidationError("--engine and --leave-out both name \(both.rawValue): choose one")
        }
        let names = plan.calls.map(\.step.name)
        for name in only where !names.contains(name) {
            throw ValidationError("there is no step \(name): the steps are \(names.joined(separator: ", "))")
        }
    }

    func run() async throws {
        guard !list, !dryRun else {
            let lines = list ? SuiteListing(plan: plan).lines : chosen.map(\.text)
            return print(lines.joined(separator: "\n"))
        }
        do {
            guard !render else { return try renderPages() }
            let exitCode = try await run(by: ChildProcess.executable)
            guard exitCode == 0 else { throw ExitCode(exitCode) }
        } catch let error as HarnessError {
            throw error.reported
        }
    }

    /// Writes the pages of the program that measured most of the steps.
    private func renderPages() throws {
        let folder = try SuiteFolder(URL(fileURLWithPath: out, isDirectory: true))
        let state = try folder.state(of: size, afresh: false)
        let programs = Dictionary(grouping: state.endings.values, by: \.program).mapValues(\.count)
        let page = SuitePage(
            plan: plan, folder: folder, state: state, program: programs.max { $0.value < $1.value }?.key ?? "")
        try folder.write(page: page.text)
        try folder.write(charts: page.charts)
    }

    private var chosen: [SuitePlan.Call] { plan.calls.filter { only.isEmpty || only.contains($0.step.name) } }

    /// Runs the suite by calling a program, this one, and returns the exit code.
    func run(by executable: URL) async throws -> Int32 {
        let folder = try SuiteFolder(URL(fileURLWithPath: out, isDirectory: true))
        let state = try folder.state(of: size, afresh: fresh)
        let workspace = try SuiteWorkspace(below: URL(fileURLWithPath: directory, isDirectory: true))
        let interruption = SuiteInterruption()
        var run = SuiteRun(
            plan: plan, names: Set(chosen.map(\.step.name)), folder: folder, workspace: workspace,
            child: SuiteChild(executable: executable, isOnTerminal: isatty(STDERR_FILENO) == 1),
            program: try ProgramStamp.of(executable), interruption: interruption,
            keepsStores: keepStores, state: state, say: { standardError($0) })
        let exitCode = try await interruption.hearing { try await run.run() }
        if exitCode < 128 { print("\(out)/README.md: \(run.page.summary)") }
        return exitCode
    }
}
