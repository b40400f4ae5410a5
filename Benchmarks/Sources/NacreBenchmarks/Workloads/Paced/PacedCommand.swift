import ArgumentParser

struct PacedCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "paced",
        abstract: "Append single events at half of the maximum rate, or at a given one, while all projections run.",
        discussion: """
            The events are those of the features Items and Profile, and both projections catch up all the time. Each run \
            measures the disk's sync, then the maximum rate of many writers until the projections have caught up too, then \
            latencies at half of that rate: appends arrive when they are due, whether or not earlier ones have been \
            answered, and a latency counts from the due time.

            EXAMPLES
              nacre-bench paced --engine nacre
              nacre-bench paced --engine nacre --engine nacre-unjournaled --rate 90000
              nacre-bench paced --engine nacre --writers 64 --slice-seconds 5 --json paced.json
            """)

    @OptionGroup var options: LoadOptions
    @OptionGroup var slices: SliceOptions

    @Option(help: "Writers that measure the maximum rate.")
    var writers = 256

    @Option(
        help: ArgumentHelp(
            "Append at this rate, instead of half of the maximum, which is then not measured.",
            valueName: "appends/s"))
    var rate: Double?

    @OptionGroup var interval: IntervalOptions

    func validate() throws {
        if let rate { try require(rate, moreThanZeroAndAtMost: 10_000_000, "--rate") }
        try options.requireStreams(for: writers)
        try options.requireAbilities(.projections, for: "paced")
    }

    func run() async throws {
        // Whole rounds of all writers, so that each writer's streams are its own.
        let streams = (options.streams + writers - 1) / writers * writers
        let load = KernelLoad(streams: streams, payloadBytes: options.payloadBytes, seed: options.seed)
        let kernels = options.benchmarkEngines.map {
            ProjectedLoad(
                engine: $0, load: load, durability: options.durability, mapSize: options.mapSize,
                slicing: slices.slicing(interval))
        }
        let workload = PacedWorkload(kernels: kernels, writers: writers, rate: rate)
        var reported = options.load(writers: writers)
        reported.streams = streams
        try await Session(.paced, options, load: reported, slices: slices).run(workload)
    }
}
