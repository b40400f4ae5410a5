import ArgumentParser

/// How a workload that runs in slices is cut.
struct SliceOptions: ParsableArguments {
    @Option(help: "Measured slices of each engine, 6 at least for an interval; one more before them warms up.")
    var runs = 7

    @Option(help: "Seconds of a slice.")
    var sliceSeconds = 2.0

    /// Judges how long an interval in a series over time is.
    static func requireInterval(_ seconds: Double) throws {
        guard seconds >= 0.001, seconds <= 3600 else {
            throw ValidationError("--interval-seconds is from 0.001 to 3600, this is \(seconds)")
        }
    }

    func validate() throws {
        try require(runs, atLeast: 1, "--runs")
        guard sliceSeconds > 0, sliceSeconds <= 3600 else {
            throw ValidationError("--slice-seconds is more than 0 and at most 3600, this is \(sliceSeconds)")
        }
    }
}
