import ArgumentParser

struct LagCommand: AsyncParsableCommand, SpecificWork {
    static let configuration = CommandConfiguration(
        commandName: "lag",
        abstract: "Append events at a given rate, and measure when the read models have them.",
        discussion: """
            The events are those of the features Items and Profile, and both projections follow. Every stream exists \
            before the measurement. Appends arrive when they are due, whether or not earlier ones have been answered. A lag \
            is the time from the answer to the commit of the read model with the event. By default an append has several \
            events of one stream: at this rate, single events are more commits than a small machine can also project.

            EXAMPLES
              nacre-bench lag --engine nacre
              nacre-bench lag --engine nacre --events-per-second 20000 --events-per-append 1 --json lag.json
            """)

    @OptionGroup var options: LoadOptions
    @OptionGroup var slices: SliceOptions

    @Option(help: "Events that arrive per second, on average.")
    var eventsPerSecond = 50_000

    @Option(help: "Events of an append.")
    var eventsPerAppend = 10

    @OptionGroup var interval: IntervalOptions

    func validate() throws {
        try options.requireOneEngine("lag")
        try options.requireAbilities(.projections, for: "lag")
        try require(eventsPerAppend, atLeast: 1, "--events-per-append")
        try require(eventsPerSecond, atLeast: eventsPerAppend, "--events-per-second")
        let appends = Arrivals(rate: Double(eventsPerSecond) / Double(eventsPerAppend))
        try appends.requireFew(within: slices.sliceSeconds, "--slice-seconds")
    }

    var workOptions: [String: String] { ["events-per-second": "\(eventsPerSecond)"] }

    func run() async throws {
        let load = KernelLoad(
            streams: options.streams, payloadBytes: options.payloadBytes, seed: options.seed,
            eventsPerAppend: eventsPerAppend)
        let workload = LagWorkload(
            kernel: ProjectedLoad(
                engine: options.benchmarkEngines[0], load: load, durability: options.durability,
                mapSize: options.mapSize, slicing: slices.slicing(interval)),
            rate: Double(eventsPerSecond))
        try await Session(
            .lag, options, specific: workOptions, load: options.load(eventsPerAppend: eventsPerAppend), slices: slices
        ).run(workload)
    }
}
