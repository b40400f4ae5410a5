import ArgumentParser

/// The workload `replay`.
struct ReplayCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "replay",
        abstract: "Read a whole log: every checksum verified, every payload byte touched.",
        discussion: """
            A store is filled and audited first, outside the clock; all engines then replay the same file.

            EXAMPLES
              nacre-bench replay --engine nacre --engine lmdb --events 1000000
              nacre-bench replay --engine nacre --path sequence --events 1000000
              nacre-bench replay --engine nacre --payload-bytes 1024 --runs 9 --json replay.json
            """)

    @OptionGroup var options: LoadOptions

    @OptionGroup var slices: SliceOptions

    @Option(
        help: ArgumentHelp(
            "How events reach the reader: in place, or each in a value of its own.", valueName: "scan|sequence"))
    var path = ReplayPath.scan

    @Option(help: "Events in the log.")
    var events = 1_000_000

    @Option(help: "Writers that fill the store.")
    var writers = 64

    @Option(help: "Events in each append that fills the store, all to one stream.")
    var eventsPerAppend = 16

    func validate() throws {
        if path == .sequence { try options.requireAbilities(.sequence, for: "replay --path sequence") }
        try require(events, atLeast: 1, "--events")
        try require(eventsPerAppend, atLeast: 1, "--events-per-append")
        try options.requireStreams(for: writers)
    }

    func run() async throws {
        let load = AppendLoad(
            writers: writers, eventsPerAppend: eventsPerAppend, streams: options.streams,
            payloadBytes: options.payloadBytes, seed: options.seed)
        let workload = ReplayWorkload(
            engines: options.benchmarkEngines, load: load, events: events, path: path,
            secondsPerSlice: slices.sliceSeconds,
            runs: slices.runs)
        let session = Session(
            options: options, workload: .replay, load: load, runs: slices.runs,
            sliceSeconds: slices.sliceSeconds, events: events)
        try await session.run { workspace, audit, progress in
            try await workload.run(in: workspace, audit: audit, progress: progress)
        }
    }
}
