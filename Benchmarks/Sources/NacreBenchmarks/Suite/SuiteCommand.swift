import ArgumentParser
import Foundation

/// The command `suite`.
struct SuiteCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "suite",
        abstract: "Run the standard set of workloads, and write a page of what they reached.",
        discussion: """
            Each step is a call of this program, which --dry-run prints. Without a size it takes under 15 minutes on a \
            small machine; --quick rehearses everything in under two, and its figures mean nothing; --full has the sizes \
            that what is asked was set for, and takes an hour and a half and 12 GiB of disk.

            What was stopped, by ctrl-C or in any other way, goes on where it was: a step whose report is there, made by \
            the same program with the same arguments, and passed, is not run again. A step that fails does not stop the \
            others.

            EXAMPLES
              nacre-bench suite --quick --out rehearsal
              nacre-bench suite --directory /var/tmp
              nacre-bench suite --full --only d --only e
              nacre-bench suite --leave-out sqlite-large --leave-out sqlite-group-large --dry-run

            EXIT CODES
              0   every step passed; whether the figures are as asked is on the page
              1   a step failed otherwise
              64  the call is wrong
              65  an audit failed, or a promise was broken
              69  a server that an engine needs cannot be reached or started
              73  a folder or file cannot be created, or there is no room
              74  the disk failed a read or a write
            """)

    @Flag(help: "Rehearse everything in small sizes.")
    var quick = false

    @Flag(help: "Measure at the full sizes, without a limit of time.")
    var full = false

    @Option(
        help: ArgumentHelp("Where reports and the page go, and what was done so far is kept.", valueName: "dir"))
    var out = "Docs/Benchmarks"

    @Option(
        help: ArgumentHelp(
            "Where the stores go, in a folder that is removed at the end; it should be on the disk that counts.",
            valueName: "dir"))
    var directory = "."

    @Option(help: ArgumentHelp("A step to run, of those that --list shows; name several.", valueName: "step"))
    var only: [String] = []

    @Option(
        name: .customLong("engine"),
        help: "An engine to measure beside those that a step has, wherever it can; name several.")
    var adding: [EngineName] = []

    @Option(help: ArgumentHelp("An engine that takes no part; name several.", valueName: "engine"))
    var leaveOut: [EngineName] = []

    @Flag(help: "Begin anew, whatever was done before.")
    var fresh = false

    @Flag(help: "Keep filled stores for the next suite, in the folder of the stores.")
    var keepStores = false

    @Flag(help: "Show the steps, and run nothing.")
    var list = false

    @Flag(help: "Print the commands, and run nothing.")
    var dryRun = false

    var size: SuiteSize { quick ? .quick : full ? .full : .reduced }

    var plan: SuitePlan { SuitePlan(size, adding: adding, leavingOut: leaveOut) }

    func validate() throws {
        if quick, full { throw ValidationError("--quick and --full are two sizes: choose one") }
        if leaveOut.contains(.nacre) {
            throw ValidationError("nacre is what the suite is about: --leave-out names other engines")
        }
        if let both = adding.first(where: leaveOut.contains) {
            throw ValidationError("--engine and --leave-out both name \(both.rawValue): choose one")
        }
        let names = plan.calls.map(\.step.name)
        for name in only where !names.contains(name) {
            throw ValidationError("there is no step \(name): steps are \(names.joined(separator: ", "))")
        }
    }

    func run() async throws {
        guard !list, !dryRun else {
            let lines = list ? SuiteListing(plan: plan).lines : chosen.map(\.text)
            return print(lines.joined(separator: "\n"))
        }
        let exitCode: Int32
        do {
            exitCode = try await run(by: ChildProcess.executable)
        } catch let error as HarnessError {
            standardError("nacre-bench: \(error)")
            throw ExitCode(error.kind.rawValue)
        }
        guard exitCode == 0 else { throw ExitCode(exitCode) }
    }

    private var chosen: [SuitePlan.Call] { plan.calls.filter { only.isEmpty || only.contains($0.step.name) } }

    /// Runs the suite by calling a program, this one, and returns the exit code.
    func run(by executable: URL) async throws -> Int32 {
        let folder = try SuiteFolder(URL(fileURLWithPath: out, isDirectory: true))
        let state = try folder.state(of: size, afresh: fresh)
        let workspace = try SuiteWorkspace(below: URL(fileURLWithPath: directory, isDirectory: true))
        let interruption = SuiteInterruption()
        let signals = InterruptionSignals(interruption)
        defer { withExtendedLifetime(signals) {} }
        var run = SuiteRun(
            plan: plan, names: Set(chosen.map(\.step.name)), folder: folder, workspace: workspace,
            child: SuiteChild(executable: executable, isOnTerminal: isatty(STDERR_FILENO) == 1),
            program: try ProgramStamp.of(executable), interruption: interruption, state: state,
            say: { standardError($0) })
        run.keepsStores = keepStores
        let exitCode = try await run.run()
        if exitCode < 128 { print("\(out)/README.md: \(run.page.summary)") }
        return exitCode
    }
}
