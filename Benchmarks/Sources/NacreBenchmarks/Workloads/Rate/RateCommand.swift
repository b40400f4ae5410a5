import ArgumentParser

/// The workload `rate`.
struct RateCommand: AsyncParsableCommand, SpecificWork {
    static let configuration = CommandConfiguration(
        commandName: "rate",
        abstract: "Look for the highest rate of appends at which 99 of 100 are answered within a bound.",
        discussion: """
            Appends are due at a rate, whether or not those before them are answered, and latencies count from when they \
            were due. The rate is doubled until it does not hold, then the gap is halved until it is 5 %; what was found \
            is tried again, and lowered where it does not hold most of the times. A rate holds where the 99th percentile \
            is within the bound, and 99 of 100 appends that were due at least the bound before the slice was over were \
            answered within it. A store that falls behind is seen by it only when it is the bound behind: make slices a \
            hundred times as long as the bound. Each trial works on a fresh store, which is audited.

            EXAMPLES
              nacre-bench rate --engine nacre --p99-milliseconds 10
              nacre-bench rate --engine nacre --engine sqlite-group --p99-milliseconds 5 --slice-seconds 10
              nacre-bench rate --engine nacre --events-per-append 10 --arrivals fixed --first-rate 20000
            """)

    @OptionGroup var options: LoadOptions

    @OptionGroup var slices: SliceOptions

    @OptionGroup(title: "What is appended") var shape: ShapeOptions

    @Option(help: "What the 99th percentile may be at most.")
    var p99Milliseconds = 10.0

    @Option(help: ArgumentHelp("The rate to begin with.", valueName: "appends/s"))
    var firstRate = 1_000.0

    @Option(help: "How far apart appends are due: as callers come by chance, or all alike.")
    var arrivals = Arrivals.Spacing.poisson

    @Option(help: "Seconds at the beginning of each slice that do not count.")
    var warmUpSeconds = 0.5

    @Option(help: "The most appends under way.")
    var writers = 1_024

    @Option(help: "Events in each append.")
    var eventsPerAppend = 1

    @OptionGroup var interval: IntervalOptions

    func validate() throws {
        try require(eventsPerAppend, atLeast: 1, "--events-per-append")
        try options.requireStreams(for: writers)
        try options.requireAbilities(.openStore, for: "rate")
        guard p99Milliseconds > 0, p99Milliseconds <= 3_600_000 else {
            throw ValidationError(
                "--p99-milliseconds is more than 0 and at most an hour, this is \(p99Milliseconds)")
        }
        guard RateSearch.bounds.contains(firstRate) else {
            throw ValidationError(
                "--first-rate is from \(Int(RateSearch.bounds.lowerBound)) to \(Int(RateSearch.bounds.upperBound)), "
                    + "this is \(firstRate)")
        }
        guard warmUpSeconds >= 0, warmUpSeconds < slices.sliceSeconds else {
            throw ValidationError(
                "--warm-up-seconds is not negative and less than --slice-seconds (\(slices.sliceSeconds)), this is "
                    + "\(warmUpSeconds)")
        }
        let counted = slices.sliceSeconds - warmUpSeconds
        guard p99Milliseconds <= counted * 1_000 / 2 else {
            throw ValidationError(
                "--p99-milliseconds is at most half of what counts of a slice (\(decimal(counted * 1_000, decimals: 0)) ms "
                    + "behind its warm-up), this is \(p99Milliseconds): make --slice-seconds greater")
        }
    }

    var told: [String: String] {
        ["arrivals": arrivals.rawValue]
    }

    func run() async throws {
        let load = try shape.load(options, writers: writers, eventsPerAppend: eventsPerAppend)
        let workload = RateWorkload(
            engines: options.benchmarkEngines, load: load, spacing: arrivals,
            bound: LatencyBound(nanoseconds: UInt64(p99Milliseconds * 1e6)),
            firstRate: firstRate, seconds: slices.sliceSeconds, warmUpSeconds: warmUpSeconds,
            intervalSeconds: interval.seconds, runs: slices.runs)
        var session = Session(.rate, options, told: told, load: load, slices: slices)
        session.parameters.eventsFrom = shape.eventsFrom
        session.parameters.p99Bound = p99Milliseconds
        if warmUpSeconds > 0 { session.parameters.warmUpSeconds = warmUpSeconds }
        try await session.run(workload)
    }
}
