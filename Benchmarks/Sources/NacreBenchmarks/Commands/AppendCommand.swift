import ArgumentParser

/// The workload `append`.
struct AppendCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "append",
        abstract: "Append by concurrent writers, each waiting for its answer before it appends again.",
        discussion: """
            Every writer is an actor with its own share of the streams; each append expects the exact version that \
            the writer was last told. The engine lmdb is the ceiling: one thread of C that writes the same bytes, \
            with as many events in a commit as it is told. The engines on SQLite go through GRDB: sqlite makes every \
            append a transaction, sqlite-group all that wait; those ending in -large have 256 MiB of pages, as much of \
            a log, and a mapped file.

            EXAMPLES
              nacre-bench append --engine nacre --engine lmdb --writers 256
              nacre-bench append --engine nacre --engine sqlite --engine sqlite-group-large
              nacre-bench append --engine lmdb --lmdb-events-per-commit 1000
              nacre-bench append --engine nacre --events 20000 --runs 1 --json report.json
            """)

    @OptionGroup var options: LoadOptions

    @OptionGroup var slices: SliceOptions

    @Option(help: "Writers that append at the same time.")
    var writers = 256

    @Option(help: "Events in each append, all to one stream.")
    var eventsPerAppend = 1

    @Option(help: "Events after which a slice ends, if its seconds are not over before.")
    var events: Int?

    @Option(
        help: ArgumentHelp(
            """
            Events in a commit of the engine lmdb: a number, or auto, which is as many as the engine beside it had on \
            average in the slice before, and once more one append of every writer.
            """, valueName: "number|auto"))
    var lmdbEventsPerCommit = CommitSize.auto

    @Option(help: "Plant a fault into what the audit sees, which has to notice it (exit code 65).")
    var plant: PlantedFault?

    /// The engines, with the fault in them that is to be planted.
    private var engines: [any BenchmarkEngine] {
        options.benchmarkEngines.map { engine in plant.map { FaultyEngine(engine, $0) } ?? engine }
    }

    func validate() throws {
        try require(eventsPerAppend, atLeast: 1, "--events-per-append")
        if let events { try require(events, atLeast: 1, "--events") }
        try options.requireStreams(for: writers)
        if case .events(let events) = lmdbEventsPerCommit, !events.isMultiple(of: eventsPerAppend) {
            throw ValidationError(
                "--lmdb-events-per-commit is a multiple of --events-per-append (\(eventsPerAppend)), this is \(events)")
        }
    }

    func run() async throws {
        let load = AppendLoad(
            writers: writers, eventsPerAppend: eventsPerAppend, streams: options.streams,
            payloadBytes: options.payloadBytes, seed: options.seed)
        let workload = AppendWorkload(
            contenders: Contender.contenders(
                engines, load: load, ceilingEvents: lmdbEventsPerCommit.events),
            load: load, budget: SliceBudget(seconds: slices.sliceSeconds, events: events), runs: slices.runs)
        let session = Session(
            options: options, workload: .append, load: load, runs: slices.runs,
            sliceSeconds: slices.sliceSeconds, events: events)
        try await session.run { workspace, audit, progress in
            try await workload.run(in: workspace, audit: audit, progress: progress)
        }
    }
}
