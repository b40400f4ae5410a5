import ArgumentParser

/// When appends arrive: in a closed or an open loop.
struct ArrivalOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            """
            Appends a second that are due whether or not those before them are answered (an open loop): latencies \
            count from when an append was due. Without it, every writer waits for its answer (a closed loop).
            """, valueName: "appends/s"))
    var rate: Double?

    @Option(
        help: ArgumentHelp("The rate at the end of a slice, to which it goes evenly (a ramp).", valueName: "appends/s"))
    var rateTo: Double?

    @Option(help: "How far apart appends are due: as callers come by chance, or all alike.")
    var arrivals = Arrivals.Spacing.poisson

    @Option(help: "Seconds at the beginning of each slice that do not count.")
    var warmUpSeconds = 0.0

    /// The maximum rate, in appends per second.
    private static let greatestRate = 10_000_000.0

    func validate() throws {
        for (value, option) in [(rate, "--rate"), (rateTo, "--rate-to")] {
            try require(value, moreThanZeroAndAtMost: Self.greatestRate, option)
        }
        guard rate != nil || rateTo == nil else {
            throw ValidationError("--rate-to is where a ramp ends: say with --rate where it begins")
        }
        guard warmUpSeconds >= 0 else {
            throw ValidationError("--warm-up-seconds is not negative, this is \(warmUpSeconds)")
        }
    }

    /// The arrivals of an open loop; `nil` for a closed loop.
    var openLoop: Arrivals? { rate.map { Arrivals(rate: $0, lastRate: rateTo, spacing: arrivals) } }
}
