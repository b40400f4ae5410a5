import ArgumentParser

struct AppendCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "append",
        abstract: "Append with concurrent writers: in a closed loop, or at a given rate.",
        discussion: """
            Every writer is an actor with its own share of the streams; each append expects the exact version from the \
            writer's last answer. The engine lmdb is the ceiling: one thread of C that writes the same bytes with a \
            given number of events in a commit. The engine journal is the ceiling of the commit journal: the same \
            bytes in frames, each made durable with one write, without LMDB; its log keeps only the newest 64 MiB. \
            The engines on SQLite use GRDB: sqlite makes every append a transaction, sqlite-group all that wait. The \
            -large variants have 256 MiB of pages, a write-ahead log of the same size, and a mapped file.

            EXAMPLES
              nacre-bench append --engine nacre --engine lmdb --writers 256
              nacre-bench append --engine nacre --engine sqlite --engine sqlite-group-large
              nacre-bench append --engine nacre --engine journal --writers 64
              nacre-bench append --engine lmdb --lmdb-events-per-commit 1000
              nacre-bench append --engine nacre --events 20000 --runs 1 --json report.json
              nacre-bench append --engine nacre --rate 20000 --slice-seconds 10 --warm-up-seconds 2
              nacre-bench append --engine nacre --rate 1000 --rate-to 200000 --slice-seconds 30
              nacre-bench append --engine nacre --engine sqlite --payload-sizes median:256 --distribution zipf
              nacre-bench append --engine nacre --events-from history.ndjson --writers 64
            """)

    @OptionGroup var options: LoadOptions
    @OptionGroup var slices: SliceOptions
    @OptionGroup(title: "What is appended") var shape: ShapeOptions
    @OptionGroup(title: "When it is appended") var arrivals: ArrivalOptions

    @Option(help: "Concurrent writers; in an open loop, the maximum number of appends in flight.")
    var writers = 256

    @Option(help: "Events in each append, all to one stream unless --streams-per-append is given.")
    var eventsPerAppend = 1

    @Option(help: "End a slice after this many events, even if time remains.")
    var events: Int?

    @Option(
        help: ArgumentHelp(
            """
            Events in a commit of the engines lmdb and journal: a number, or auto, which measures two sizes: the mean \
            of the other engine in the same round, and one append of every writer.
            """, valueName: "number|auto"))
    var lmdbEventsPerCommit = CommitSize.auto

    @OptionGroup var interval: IntervalOptions

    @Option(help: "Plant a fault in the audited data: the audit must fail (exit code 65).")
    var plant: PlantedFault?

    private var engines: [any BenchmarkEngine] {
        options.benchmarkEngines.map { engine in plant.map { FaultyEngine(engine, $0) } ?? engine }
    }

    func validate() throws {
        try requirePositive(["--events-per-append": eventsPerAppend, "--events": events])
        try options.requireStreams(for: writers)
        if case .events(let events) = lmdbEventsPerCommit, !events.isMultiple(of: eventsPerAppend) {
            throw ValidationError(
                "--lmdb-events-per-commit (\(events)) must be a multiple of --events-per-append (\(eventsPerAppend))")
        }
        try require(
            arrivals.warmUpSeconds < slices.sliceSeconds,
            "--warm-up-seconds (\(arrivals.warmUpSeconds)) leave nothing of a slice of \(slices.sliceSeconds) s: "
                + "raise --slice-seconds")
        if arrivals.rate != nil {
            try arrivals.openLoop?.requireFew(within: slices.sliceSeconds, "--slice-seconds", rate: "--rate")
            try options.requireAbilities(.openStore, for: "an open loop")
        }
    }

    func run() async throws {
        let load = try shape.load(options, writers: writers, eventsPerAppend: eventsPerAppend)
        var session = Session(.append, options, load: load, slices: slices, events: events)
        session.parameters.eventsFrom = shape.eventsFrom
        session.parameters.arrivals = arrivals.openLoop
        if arrivals.warmUpSeconds > 0 { session.parameters.warmUpSeconds = arrivals.warmUpSeconds }
        try await session.run(
            AppendWorkload(
                contenders: Contender.contenders(engines, load: load, ceilingEvents: lmdbEventsPerCommit.events),
                load: load,
                budget: SliceBudget(seconds: slices.sliceSeconds, events: events, arrivals: arrivals.openLoop),
                runs: slices.runs, warmUpSeconds: arrivals.warmUpSeconds, intervalSeconds: interval.seconds))
    }
}
