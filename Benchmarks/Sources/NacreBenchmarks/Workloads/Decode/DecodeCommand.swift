import ArgumentParser

struct DecodeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "decode",
        abstract: "Decode the events of items from the mapped file: with codecs, Codable and JSONDecoder.",
        discussion: """
            A store is filled with the histories of items outside the measured time, and every event decoded in any of the \
            ways is compared with the written one. Then the ways take turns: a pass scans the whole log, verifies every \
            checksum, and decodes every event in place. --payload-bytes is the minimum size of the data of an event with \
            a name.

            EXAMPLES
              nacre-bench decode --engine nacre --payload-bytes 64
              nacre-bench decode --engine nacre --events 1000000 --runs 5 --json decode.json
            """)

    @OptionGroup var options: LoadOptions
    @OptionGroup var slices: SliceOptions
    @OptionGroup var planted: PlantedSlowdownOptions
    @OptionGroup var cold: ColdOptions

    @Option(help: "Events in the log.")
    var events = 1_000_000

    func validate() throws {
        try require(
            options.engines == [.nacre], "decode measures ways of decoding the events of nacre: name that engine alone")
        try require(events, atLeast: 1, "--events")
    }

    func run() async throws {
        let history = ItemHistory(
            events: events, streams: options.streams, payloadBytes: options.payloadBytes, seed: options.seed)
        let workload = DecodingWorkload(
            engine: options.benchmarkEngines[0], history: history, mapSize: options.mapSize,
            slicing: slices.slicing(), coldRuns: cold.runs, slowdown: planted.slowdown)
        try await Session(
            .decode, options, load: options.load(), slices: slices, events: events, slowdown: planted.slowdown
        ).run(workload)
    }
}
