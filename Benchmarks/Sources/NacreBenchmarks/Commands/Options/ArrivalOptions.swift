import ArgumentParser

/// When appends arrive: in a closed or an open loop.
struct ArrivalOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            """
            Appends per second that are due whether or not earlier ones have been answered (open loop); latencies count \
            from the due time. Without it, every writer waits for its answer (closed loop).
            """, valueName: "appends/s"))
    var rate: Double?

    @Option(
        help: ArgumentHelp("The rate at the end of a slice; it changes evenly (ramp).", valueName: "appends/s"))
    var rateTo: Double?

    @Option(help: "The gaps between due times: random, as of independent callers, or fixed.")
    var arrivals = Arrivals.Spacing.poisson

    @Option(help: "Seconds at the beginning of each slice that are not counted.")
    var warmUpSeconds = 0.0

    func validate() throws {
        for (value, option) in [(rate, "--rate"), (rateTo, "--rate-to")] {
            try require(value, moreThanZeroAndAtMost: 10_000_000, option)
        }
        try require(rate != nil || rateTo == nil, "--rate-to is the end of a ramp: give its start with --rate")
        try require(warmUpSeconds >= 0, "--warm-up-seconds must not be negative, it is \(warmUpSeconds)")
    }

    /// The arrivals of an open loop; `nil` for a closed loop.
    var openLoop: Arrivals? { rate.map { Arrivals(rate: $0, lastRate: rateTo, spacing: arrivals) } }
}

extension Arrivals {
    /// The maximum number of appends that one slice may offer: their due times alone take 1.6 GB, and their records
    /// more.
    static let mostAppends = 200_000_000

    /// Refuses arrivals of more than ``mostAppends`` appends; the message names the options of rate and duration.
    func requireFew(within seconds: Double, _ option: String, rate: String = "--events-per-second") throws {
        let count = expected(at: seconds, of: seconds)
        try require(
            count <= Double(Self.mostAppends),
            "\(rate) for \(option) \(decimal(seconds, decimals: 1)) would offer \(decimal(count, decimals: 0)) appends "
                + "in one slice, \(decimal(Self.mostAppends)) are the most: lower one of the two")
    }
}
