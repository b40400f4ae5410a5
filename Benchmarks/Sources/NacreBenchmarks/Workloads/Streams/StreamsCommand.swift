import ArgumentParser

/// The workload `streams`.
struct StreamsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "streams",
        abstract: "Load whole streams, drawn at random, whose events are scattered over the log.",
        discussion: """
            A store is filled and audited first, outside the clock: single appends in rounds over all streams, so that \
            every stream has as many events. One caller then loads stream after stream, each event into a value of its \
            own; a latency is that of one stream.

            EXAMPLES
              nacre-bench streams --engine nacre --events 1000000 --streams 10000
              nacre-bench streams --engine nacre --events 10000000 --stores /var/tmp/filled --json streams.json
            """)

    @OptionGroup var options: LoadOptions

    @OptionGroup var slices: SliceOptions

    @OptionGroup var filling: FillingOptions

    func validate() throws {
        try filling.requireFillable(options, .openStore, for: "streams")
    }

    func run() async throws {
        let workload = StreamsWorkload(
            engines: options.benchmarkEngines, filler: filling.filler(options), secondsPerSlice: slices.sliceSeconds,
            runs: slices.runs)
        var session = Session(
            .streams, options, load: filling.load(options), slices: slices, events: filling.events)
        session.stores = filling.stores
        try await session.run(workload)
    }
}
