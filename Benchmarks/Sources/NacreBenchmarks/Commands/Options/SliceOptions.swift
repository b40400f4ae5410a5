import ArgumentParser
import Nacre

struct SliceOptions: ParsableArguments {
    @Option(help: "Measured slices of each engine, after a warm-up slice; an interval needs at least 6.")
    var runs = 7

    @Option(help: "Seconds of a slice.")
    var sliceSeconds = 2.0

    func validate() throws {
        try require(runs, atLeast: 1, "--runs")
        try require(sliceSeconds, moreThanZeroAndAtMost: 3600, "--slice-seconds")
    }

    func slicing(_ interval: IntervalOptions? = nil) -> Slicing {
        Slicing(runs: runs, seconds: sliceSeconds, intervalSeconds: interval?.seconds ?? 1)
    }
}

struct Slicing: Hashable, Sendable {
    /// Measured slices of each contender, after one that warms up.
    var runs: Int
    var seconds: Double
    var intervalSeconds = 1.0
}

/// The resolution of a report's series over time.
struct IntervalOptions: ParsableArguments {
    @Option(name: .customLong("interval-seconds"), help: "Seconds of an interval in the report's series over time.")
    var seconds = 1.0

    func validate() throws {
        try require(seconds >= 0.001 && seconds <= 3600, "--interval-seconds must be 0.001 to 3600, not \(seconds)")
    }
}

struct ColdOptions: ParsableArguments {
    @Option(name: .customLong("cold-runs"), help: "Further rounds, each after the page cache was dropped.")
    var runs = 0

    func validate() throws { try require(runs, atLeast: 0, "--cold-runs") }
}

struct AppendSizeOptions: ParsableArguments {
    @Option(name: .customLong("events-per-append"), help: "Events in each append, all to one stream.")
    var events = 1

    func validate() throws { try require(events, atLeast: 1, "--events-per-append") }
}

struct KeyOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The exponent of Zipf's distribution, below 1: the greater, the hotter the popular keys.",
            valueName: "number"))
    var zipfExponent = KeyChoice.usualExponent

    func validate() throws {
        try require(
            KeyChoice.exponents.contains(zipfExponent),
            "--zipf-exponent must be from \(KeyChoice.exponents.lowerBound) to \(KeyChoice.exponents.upperBound), "
                + "not \(zipfExponent)")
    }
}

struct MetadataOptions: ParsableArguments {
    @Option(name: .customLong("metadata-bytes"), help: "Bytes of an event's metadata, at most \(Limits.metadataBytes).")
    var bytes = 0

    func validate() throws {
        try require(bytes, atLeast: 0, atMost: Limits.metadataBytes, "--metadata-bytes")
    }
}

struct PlantedSlowdownOptions: ParsableArguments {
    @Option(
        name: .customLong("plant-slowdown-percent"),
        help: ArgumentHelp(
            """
            Make each unit of work cost more processor time by this percentage, to test comparisons: the figures mean \
            nothing then.
            """, valueName: "percent", visibility: .hidden))
    var percent = 0.0

    func validate() throws {
        try require(percent >= 0 && percent <= 10_000, "--plant-slowdown-percent must be 0 to 10000, not \(percent)")
    }

    var slowdown: PlantedSlowdown { PlantedSlowdown(percent: percent) }
}
