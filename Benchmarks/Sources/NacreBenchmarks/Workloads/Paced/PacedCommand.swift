import ArgumentParser

/// The workload `paced`.
struct PacedCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "paced",
        abstract: "Append single events at half of the greatest rate, while the index and both projections run.",
        discussion: """
            Events are the kernel's own, items and profiles, and both of its projections catch up all the time. Each \
            run measures the disk's sync, then the greatest rate that many writers reach, until the projections have \
            come to the end too, then latencies at half of it: appends arrive when they are due, whether those before \
            them are answered or not, and a latency counts from the moment at which the append was due.

            EXAMPLES
              nacre-bench paced --engine nacre
              nacre-bench paced --engine nacre --writers 64 --slice-seconds 5 --json paced.json
            """)

    @OptionGroup var options: LoadOptions

    @OptionGroup var slices: SliceOptions

    @Option(help: "Writers that find the greatest rate.")
    var writers = 256

    @OptionGroup var interval: IntervalOptions

    func validate() throws {
        try options.requireOneEngine("paced measures")
        try options.requireStreams(for: writers)
        try options.requireAbilities(.projections, for: "paced")
    }

    func run() async throws {
        // Whole rounds of all writers, so that each writer's streams are its own.
        let streams = (options.streams + writers - 1) / writers * writers
        let load = KernelLoad(streams: streams, payloadBytes: options.payloadBytes, seed: options.seed)
        let workload = PacedWorkload(
            engine: options.benchmarkEngines[0], load: load, writers: writers, durability: options.durability,
            mapSize: options.mapSize, secondsPerSlice: slices.sliceSeconds, runs: slices.runs,
            intervalSeconds: interval.seconds)
        var reported = options.load(writers: writers)
        reported.streams = streams
        try await Session(.paced, options, load: reported, slices: slices).run(workload)
    }
}
