import ArgumentParser

/// The workload `read`.
struct ReadCommand: AsyncParsableCommand, SpecificWork {
    static let configuration = CommandConfiguration(
        commandName: "read",
        abstract: "Read single things from a store of many events: streams, queries, pages, events by position or id.",
        discussion: """
            A store is filled and audited first, outside the clock, with ids and tags. Each kind of read is measured by \
            itself, in slices in which the engines take turns: stream-forward is a whole stream; the other kinds with a \
            direction show at most --limit events, those of streams and tags from the end that they begin at, those of \
            types, categories and the log from a position that is drawn. All events of the store are of one type and \
            one category; 10,000 tags recur. The log is read once beforehand, so that every read can be held against \
            what it must show; a latency ends before that. Reads are by the system's memory of the files, not by the \
            disk, where the store fits into it.

            EXAMPLES
              nacre-bench read --engine nacre --engine sqlite --events 200000
              nacre-bench read --engine nacre --kind id --kind position --readers 1 --events 100000
              nacre-bench read --engine nacre --engine sqlite-large --kind tag-backward --limit 100 --json read.json
            """)

    @OptionGroup var options: LoadOptions

    @OptionGroup var slices: SliceOptions

    @OptionGroup var filling: FillingOptions

    @OptionGroup var keys: KeyOptions

    @Option(name: .customLong("kind"), help: "A kind of read to measure; all where none is named.")
    var kinds: [ReadKind] = []

    @Option(help: "Readers that read at the same time, each one thing after the other.")
    var readers = 4

    @Option(
        help: ArgumentHelp("How streams, tags and positions are drawn.", valueName: "uniform|zipf|latest"))
    var distribution = KeyDistribution.uniform

    @Option(help: "Events that a read shows at most, but for whole streams.")
    var limit = 20

    @Option(help: "Reads after which a slice ends, if its seconds are not over before.")
    var reads: Int?

    @OptionGroup var interval: IntervalOptions

    func validate() throws {
        guard Set(kinds).count == kinds.count else {
            throw ValidationError("a kind of read is named twice: name each once")
        }
        try require(readers, atLeast: 1, "--readers")
        try require(limit, atLeast: 1, "--limit")
        try require(reads, atLeast: 1, "--reads")
        try filling.requireFillable(options, [.openStore, .labels, .requests], for: "read")
    }

    var told: [String: String] {
        var told = filling.told
        told["limit"] = "\(limit)"
        told["distribution"] = distribution.rawValue
        if distribution != .uniform { told["exponent"] = "\(keys.zipfExponent)" }
        return told
    }

    func run() async throws {
        let filler = filling.filler(options).labelled
        let load = ReadLoad(
            kinds: kinds.isEmpty ? ReadKind.allCases : kinds, readers: readers, distribution: distribution,
            exponent: keys.zipfExponent, limit: limit, reads: reads, seed: options.seed)
        let workload = ReadWorkload(
            engines: options.benchmarkEngines, filler: filler, load: load, secondsPerSlice: slices.sliceSeconds,
            runs: slices.runs, intervalSeconds: interval.seconds)
        var reported = filler.task.load
        (reported.writers, reported.eventsPerAppend) = (readers, 1)
        var session = Session(.read, options, told: told, load: reported, slices: slices, events: filling.events)
        session.stores = filling.stores
        try await session.run(workload)
    }
}
