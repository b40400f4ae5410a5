import ArgumentParser
import CStepping

/// Runs several processes on one store with a journal, in orders that seeds determine.
@main
struct NacreJournalSimulation: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "NacreJournalSimulation",
        abstract: "Open, append, drain, hand over and die in seeded orders, and compare the log after every step.",
        discussion: """
            Each process runs the engine's code without its threads, and does one step at a time; a step may stop at a \
            write, a sync or a lock, where others go on or the process dies. Ends at the first seed that fails, \
            which --first repeats with --seeds 1.
            """)

    @Option(help: "The number of seeds.")
    var seeds: UInt64 = 1_000

    @Option(help: "The first seed.")
    var first: UInt64 = 0

    @Flag(help: "Print the steps.")
    var verbose = false

    func validate() throws {
        guard stepping_is_supported() == 1 else {
            throw ValidationError("calls can be intercepted only on Linux: run this command there")
        }
        guard !first.addingReportingOverflow(seeds).overflow else {
            throw ValidationError("--first and --seeds go beyond \(UInt64.max)")
        }
    }

    func run() throws {
        let begin = ContinuousClock.now
        var tally = Tally()
        for seed in first..<first + seeds {
            let simulation = try JournalSimulation(seed: seed)
            do {
                try simulation.run()
            } catch {
                print(simulation.steps.joined(separator: "\n"))
                print("seed \(seed): \(error)")
                print("repeat it: NacreJournalSimulation --first \(seed) --seeds 1")
                throw ExitCode.failure
            }
            if verbose { print(simulation.steps.joined(separator: "\n")) }
            tally += simulation.tally
        }
        let rate = Double(seeds) / max(begin.duration(to: .now) / .seconds(1), 0.001)
        // The steps of a seed are always the same, and their time is not.
        print("\(seeds) seeds\(verbose ? "" : ", \(Int(rate)) seeds/s"): \(tally)")
    }
}
