import ArgumentParser

struct RateCommand: AsyncParsableCommand, SpecificWork {
    static let configuration = CommandConfiguration(
        commandName: "rate",
        abstract: "Search for the highest rate of appends at which 99 of 100 are answered within a bound.",
        discussion: """
            Appends are due at a rate, whether or not earlier ones have been answered, and latencies count from the due \
            time. The rate is doubled until it does not hold, then the gap is halved until it is 5 %; the rate found is \
            tried again, and lowered if it mostly does not hold. A rate holds if the 99th percentile is within the bound, \
            and 99 of 100 appends that were due at least the bound before the end of the slice were answered within it. A \
            store that falls behind is noticed only when it is the bound behind: make slices a hundred times as long as \
            the bound. Each trial works on a fresh store, which is audited.

            EXAMPLES
              nacre-bench rate --engine nacre --p99-milliseconds 10
              nacre-bench rate --engine nacre --engine sqlite-group --p99-milliseconds 5 --slice-seconds 10
              nacre-bench rate --engine nacre --events-per-append 10 --arrivals fixed --first-rate 20000
            """)

    @OptionGroup var options: LoadOptions
    @OptionGroup var slices: SliceOptions
    @OptionGroup(title: "What is appended") var shape: ShapeOptions

    @Option(help: "The bound of the 99th percentile.")
    var p99Milliseconds = 10.0

    @Option(help: ArgumentHelp("The rate to begin with.", valueName: "appends/s"))
    var firstRate = 1_000.0

    @Option(help: "The gaps between due times: random, as of independent callers, or fixed.")
    var arrivals = Arrivals.Spacing.poisson

    @Option(help: "Seconds at the beginning of each slice that are not counted.")
    var warmUpSeconds = 0.5

    @Option(help: "The maximum number of appends in flight.")
    var writers = 1_024

    @OptionGroup var appends: AppendSizeOptions
    @OptionGroup var interval: IntervalOptions

    func validate() throws {
        try options.requireStreams(for: writers)
        try options.requireAbilities(.openStore, for: "rate")
        try require(p99Milliseconds, moreThanZeroAndAtMost: 3_600_000, "--p99-milliseconds")
        try require(
            RateSearch.bounds.contains(firstRate),
            "--first-rate must be from \(Int(RateSearch.bounds.lowerBound)) to \(Int(RateSearch.bounds.upperBound)), "
                + "not \(firstRate)")
        try require(
            warmUpSeconds >= 0 && warmUpSeconds < slices.sliceSeconds,
            "--warm-up-seconds must be from 0 to less than --slice-seconds (\(slices.sliceSeconds)), not "
                + "\(warmUpSeconds)")
        let counted = slices.sliceSeconds - warmUpSeconds
        try require(
            p99Milliseconds <= counted * 1_000 / 2,
            "--p99-milliseconds must be at most half of the counted part of a slice "
                + "(\(decimal(counted * 1_000, decimals: 0)) ms after its warm-up), not \(p99Milliseconds): raise "
                + "--slice-seconds")
    }

    var workOptions: [String: String] { ["arrivals": arrivals.rawValue] }

    func run() async throws {
        let load = try shape.load(options, writers: writers, eventsPerAppend: appends.events)
        let workload = RateWorkload(
            engines: options.benchmarkEngines, load: load, spacing: arrivals,
            bound: LatencyBound(nanoseconds: UInt64(p99Milliseconds * 1e6)), firstRate: firstRate,
            warmUpSeconds: warmUpSeconds, slicing: slices.slicing(interval))
        var session = Session(.rate, options, specific: workOptions, load: load, slices: slices)
        session.parameters.eventsFrom = shape.eventsFrom
        session.parameters.p99Bound = p99Milliseconds
        if warmUpSeconds > 0 { session.parameters.warmUpSeconds = warmUpSeconds }
        try await session.run(workload)
    }
}
