import ArgumentParser

struct BesideCommand: AsyncParsableCommand, SpecificWork {
    static let configuration = CommandConfiguration(
        commandName: "beside",
        abstract: "Append occasionally in one process while another appends at full speed.",
        discussion: """
            Both processes have the same store open. The rate is that of the busy process; the latencies are those of the \
            light one, each from the due time of its append.

            EXAMPLES
              nacre-bench beside --engine nacre
              nacre-bench beside --engine nacre --interval-milliseconds 50 --slice-seconds 10
            """)

    @OptionGroup var options: LoadOptions
    @OptionGroup var slices: SliceOptions

    @Option(help: "Writers of the busy process.")
    var writers = 256

    @Option(help: "Milliseconds between two appends of the light process.")
    var intervalMilliseconds = 10

    func validate() throws {
        try require(intervalMilliseconds, atLeast: 1, "--interval-milliseconds")
        try options.requireStreams(for: writers + 1, "--writers + 1")
        try options.requireAbilities([.openStore, .sharing], for: "beside")
    }

    var workOptions: [String: String] { ["interval-milliseconds": "\(intervalMilliseconds)"] }

    func run() async throws {
        let load = options.load(writers: writers + 1)
        let workload = BesideWorkload(
            engines: options.benchmarkEngines, load: load, interval: UInt64(intervalMilliseconds) * 1_000_000,
            slicing: slices.slicing(), task: options.task(for: load)
        ) { try await WorkerProcess($0) }
        try await Session(.beside, options, specific: workOptions, load: load, slices: slices).run(workload)
    }
}
