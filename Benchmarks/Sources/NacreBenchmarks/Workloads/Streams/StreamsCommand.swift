import ArgumentParser

struct StreamsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "streams",
        abstract: "Load whole streams, drawn at random, whose events are scattered over the log.",
        discussion: """
            A store is filled and audited first, outside the measured time, with single appends in rounds over all \
            streams, so that every stream has the same number of events. One caller then loads stream after stream, each \
            event as a value of its own; a latency is that of one stream.

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
            engines: options.benchmarkEngines, filler: filling.filler(options), slicing: slices.slicing())
        try await Session(
            .streams, options, load: filling.load(options), slices: slices, events: filling.events, stores: filling.kept
        ).run(workload)
    }
}
