import ArgumentParser

struct ContentionCommand: AsyncParsableCommand, SpecificWork {
    static let configuration = CommandConfiguration(
        commandName: "contention",
        abstract: "Append with many writers to the same streams: attempts, accepted appends, retries.",
        discussion: """
            Every writer draws a stream, reads its version, and appends expecting exactly that version; on a conflict it \
            reads again and retries at once, until it is accepted or has no retries left. Between reading and appending \
            it yields to the other writers. A latency is that of a whole operation, from before its first read to the \
            accepting answer. events/s counts accepted appends only. The fewer --streams, the more conflicts. With --on \
            tags each writer appends to a stream of its own, on the condition that no event with the drawn tag was \
            appended since it read the head.

            The audit checks every accepted append against the log: it is there once, at its position, and its \
            expectation held there; nothing of a refused append is there.

            EXAMPLES
              nacre-bench contention --engine nacre --engine sqlite --streams 16
              nacre-bench contention --engine nacre --streams 1 --writers 64 --retries 1000
              nacre-bench contention --engine nacre --on tags --streams 100 --distribution uniform
              nacre-bench contention --engine nacre --streams 100 --reading events --json contention.json
            """)

    @OptionGroup var options: LoadOptions
    @OptionGroup var slices: SliceOptions
    @OptionGroup var keys: KeyOptions
    @OptionGroup var metadata: MetadataOptions

    @Option(help: "Concurrent writers.")
    var writers = 64

    @OptionGroup var appends: AppendSizeOptions

    @Option(help: "Accepted events after which a slice ends, even if time remains.")
    var events: Int?

    @Option(help: ArgumentHelp("What writers contend for.", valueName: "streams|tags"))
    var on = Contended.streams

    @Option(help: ArgumentHelp("The distribution of streams, or tags.", valueName: "uniform|zipf|latest"))
    var distribution = KeyDistribution.zipf

    @Option(
        help: ArgumentHelp(
            "What is read before an attempt: the version or head, or all events too.", valueName: "version|events"))
    var reading = Groundwork.version

    @Option(help: "Retries of a refused operation before it is given up.")
    var retries = 100

    @OptionGroup var interval: IntervalOptions

    func validate() throws {
        try requirePositive(["--writers": writers, "--events": events])
        try require(retries, atLeast: 0, atMost: 1_000_000, "--retries")
        try options.requireAbilities([.openStore, .requests], for: "contention")
        if on == .tags { try options.requireAbilities([.labels, .conditions], for: "contention --on tags") }
    }

    var workOptions: [String: String] {
        ["retries": "\(retries)", "on": on.rawValue, "reading": reading.rawValue]
    }

    func run() async throws {
        let load = ContendedLoad(
            writers: writers, eventsPerAppend: appends.events, keys: options.streams,
            payloadBytes: options.payloadBytes, seed: options.seed, contended: on, groundwork: reading,
            distribution: distribution, exponent: keys.zipfExponent, retries: retries,
            metadataBytes: metadata.bytes)
        let workload = ContentionWorkload(
            engines: options.benchmarkEngines, load: load,
            budget: SliceBudget(seconds: slices.sliceSeconds, events: events), runs: slices.runs,
            intervalSeconds: interval.seconds)
        try await Session(
            .contention, options, specific: workOptions, load: load.appendLoad, slices: slices, events: events
        ).run(workload)
    }
}
