import ArgumentParser

/// The division of a workload into slices.
struct SliceOptions: ParsableArguments {
    @Option(help: "Measured slices of each engine, 6 at least for an interval; one more before them warms up.")
    var runs = 7

    @Option(help: "Seconds of a slice.")
    var sliceSeconds = 2.0

    func validate() throws {
        try require(runs, atLeast: 1, "--runs")
        try require(sliceSeconds, moreThanZeroAndAtMost: 3600, "--slice-seconds")
    }
}

/// The resolution of a report's series over time.
struct IntervalOptions: ParsableArguments {
    @Option(
        name: .customLong("interval-seconds"),
        help: "Seconds of an interval in the series over time that the report holds.")
    var seconds = 1.0

    func validate() throws {
        guard seconds >= 0.001, seconds <= 3600 else {
            throw ValidationError("--interval-seconds is from 0.001 to 3600, this is \(seconds)")
        }
    }
}
