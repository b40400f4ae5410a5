import ArgumentParser

/// The workload `beside`.
struct BesideCommand: AsyncParsableCommand, SpecificWork {
    static let configuration = CommandConfiguration(
        commandName: "beside",
        abstract: "Append now and then in one process, beside another that appends as fast as it can.",
        discussion: """
            Both processes have one store open. The rate is that of the busy one; latencies are those of the light \
            one, each from the moment at which its append was due.

            EXAMPLES
              nacre-bench beside --engine nacre
              nacre-bench beside --engine nacre --interval-milliseconds 50 --slice-seconds 10
            """)

    @OptionGroup var options: LoadOptions

    @OptionGroup var slices: SliceOptions

    @Option(help: "Writers of the busy process.")
    var writers = 256

    @Option(help: "Milliseconds from one append of the light process to its next.")
    var intervalMilliseconds = 10

    func validate() throws {
        try require(intervalMilliseconds, atLeast: 1, "--interval-milliseconds")
        try options.requireStreams(for: writers + 1, "--writers + 1")
        try options.requireAbilities([.openStore, .sharing], for: "beside")
    }

    var told: [String: String] {
        ["interval-milliseconds": "\(intervalMilliseconds)"]
    }

    func run() async throws {
        let load = options.load(writers: writers + 1)
        let workload = BesideWorkload(
            engines: options.benchmarkEngines, load: load, interval: UInt64(intervalMilliseconds) * 1_000_000,
            secondsPerSlice: slices.sliceSeconds, runs: slices.runs, task: options.task(for: load)
        ) { try await WorkerProcess($0) }
        try await Session(.beside, options, told: told, load: load, slices: slices).run(workload)
    }
}
