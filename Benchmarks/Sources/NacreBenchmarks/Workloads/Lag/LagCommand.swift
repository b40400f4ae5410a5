import ArgumentParser

/// The workload `lag`.
struct LagCommand: AsyncParsableCommand, SpecificWork {
    static let configuration = CommandConfiguration(
        commandName: "lag",
        abstract: "Append events at a given rate, and see when they can be read in the kernel's read models.",
        discussion: """
            Events are the kernel's own, items and profiles, and both of its projections follow. Every stream has \
            been appended to before, outside the clock; then appends arrive when they are due, whether those before \
            them are answered or not. A lag counts from the answer to the commit of the read model that has the event. \
            Each append has --events-per-append events of one stream: single ones, as many as this rate asks for, are \
            more commits than a machine answers that projects them too.

            EXAMPLES
              nacre-bench lag --engine nacre
              nacre-bench lag --engine nacre --events-per-second 20000 --events-per-append 1 --json lag.json
            """)

    @OptionGroup var options: LoadOptions

    @OptionGroup var slices: SliceOptions

    @Option(help: "Events that arrive in a second, on average.")
    var eventsPerSecond = 50_000

    @Option(help: "Events of an append.")
    var eventsPerAppend = 10

    @OptionGroup var interval: IntervalOptions

    func validate() throws {
        try options.requireOneEngine("lag measures")
        try options.requireAbilities(.projections, for: "lag")
        try require(eventsPerAppend, atLeast: 1, "--events-per-append")
        try require(eventsPerSecond, atLeast: eventsPerAppend, "--events-per-second")
        let appends = Arrivals(rate: Double(eventsPerSecond) / Double(eventsPerAppend))
        try appends.requireFew(within: slices.sliceSeconds, "--slice-seconds")
    }

    var told: [String: String] {
        ["events-per-second": "\(eventsPerSecond)"]
    }

    func run() async throws {
        let load = KernelLoad(
            streams: options.streams, payloadBytes: options.payloadBytes, seed: options.seed,
            eventsPerAppend: eventsPerAppend)
        let workload = LagWorkload(
            engine: options.benchmarkEngines[0], load: load, rate: Double(eventsPerSecond),
            durability: options.durability, mapSize: options.mapSize, secondsPerSlice: slices.sliceSeconds,
            runs: slices.runs, intervalSeconds: interval.seconds)
        try await Session(
            .lag, options, told: told, load: options.load(eventsPerAppend: eventsPerAppend), slices: slices
        ).run(workload)
    }
}
