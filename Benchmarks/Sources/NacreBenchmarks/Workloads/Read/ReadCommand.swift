import ArgumentParser

struct ReadCommand: AsyncParsableCommand, SpecificWork {
    static let configuration = CommandConfiguration(
        commandName: "read",
        abstract: "Read from a store of many events: streams, queries, pages, events by position or id.",
        discussion: """
            A store is filled and audited first, outside the measured time, with ids and tags. Each kind of read is \
            measured separately, in slices in which the engines take turns. stream-forward reads a whole stream; the other \
            kinds with a direction read at most --limit events: streams and tags from their end or beginning, types, \
            categories and the log from a drawn position. All events have one type and one category; 10,000 tags recur. \
            The log is read once before, so that every read can be checked; latencies do not include the checks. If the \
            store fits into the page cache, reads are of the cache, not of the disk.

            EXAMPLES
              nacre-bench read --engine nacre --engine sqlite --events 200000
              nacre-bench read --engine nacre --kind id --kind position --readers 1 --events 100000
              nacre-bench read --engine nacre --engine sqlite-large --kind tag-backward --limit 100 --json read.json
            """)

    @OptionGroup var options: LoadOptions
    @OptionGroup var slices: SliceOptions
    @OptionGroup var filling: FillingOptions
    @OptionGroup var keys: KeyOptions

    @Option(name: .customLong("kind"), help: "A kind of read; may be repeated. (default: all)")
    var kinds: [ReadKind] = []

    @Option(help: "Concurrent readers.")
    var readers = 4

    @Option(
        help: ArgumentHelp("The distribution of streams, tags and positions.", valueName: "uniform|zipf|latest"))
    var distribution = KeyDistribution.uniform

    @Option(help: "The maximum number of events in a read, except of a whole stream.")
    var limit = 20

    @Option(help: "End a slice after this many reads, even if time remains.")
    var reads: Int?

    @OptionGroup var interval: IntervalOptions

    func validate() throws {
        try require(Set(kinds).count == kinds.count, "a kind of read is named twice: name each once")
        try requirePositive(["--readers": readers, "--limit": limit, "--reads": reads])
        try filling.requireFillable(options, [.openStore, .labels, .requests], for: "read")
    }

    var workOptions: [String: String] {
        var specific = filling.workOptions
        specific["limit"] = "\(limit)"
        specific["distribution"] = distribution.rawValue
        if distribution != .uniform { specific["exponent"] = "\(keys.zipfExponent)" }
        return specific
    }

    func run() async throws {
        let filler = filling.filler(options).labelled
        let load = ReadLoad(
            kinds: kinds.isEmpty ? ReadKind.allCases : kinds, readers: readers, distribution: distribution,
            exponent: keys.zipfExponent, limit: limit, reads: reads, seed: options.seed)
        let workload = ReadWorkload(
            engines: options.benchmarkEngines, filler: filler, load: load, slicing: slices.slicing(interval))
        var reported = filler.task.load
        (reported.writers, reported.eventsPerAppend) = (readers, 1)
        try await Session(
            .read, options, specific: workOptions, load: reported, slices: slices, events: filling.events,
            stores: filling.kept
        ).run(workload)
    }
}
