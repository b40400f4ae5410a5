import ArgumentParser

/// The workload `decode`.
struct DecodeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "decode",
        abstract: "Decode the events of items from the mapped file: by codecs, by Codable, by JSONDecoder.",
        discussion: """
            A store is filled with the histories of items outside the clock, and every event that any way decodes \
            is held against the one that was written. Then they take turns: a pass scans the whole log, every \
            checksum verified, and decodes every event where it lies. --payload-bytes is the size of an event's data \
            where it has a name, at least.

            EXAMPLES
              nacre-bench decode --engine nacre --payload-bytes 64
              nacre-bench decode --engine nacre --events 1000000 --runs 5 --json decode.json
            """)

    @OptionGroup var options: LoadOptions

    @OptionGroup var slices: SliceOptions

    @OptionGroup var planted: PlantedSlowdownOptions

    @Option(help: "Events in the log.")
    var events = 1_000_000

    @Option(help: "Passes with the system's memory of the files dropped, after the others.")
    var coldRuns = 0

    func validate() throws {
        guard options.engines == [.nacre] else {
            throw ValidationError("decode measures ways of decoding the events of nacre: name that engine alone")
        }
        try require(events, atLeast: 1, "--events")
        try require(coldRuns, atLeast: 0, "--cold-runs")
    }

    func run() async throws {
        let history = ItemHistory(
            events: events, streams: options.streams, payloadBytes: options.payloadBytes, seed: options.seed)
        let workload = DecodingWorkload(
            engine: options.benchmarkEngines[0], history: history, mapSize: options.mapSize,
            secondsPerSlice: slices.sliceSeconds, runs: slices.runs, coldRuns: coldRuns,
            slowdown: planted.slowdown)
        var session = Session(.decode, options, load: options.load(), slices: slices, events: events)
        session.slowdown = planted.slowdown
        try await session.run(workload)
    }
}
