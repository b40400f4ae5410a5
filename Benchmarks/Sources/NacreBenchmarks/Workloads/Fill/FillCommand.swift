import ArgumentParser

struct FillCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "fill",
        abstract: "Fill a store with many events, until its index has caught up: rates, disk and memory.",
        discussion: """
            Engines take turns of a number of events, each in a process and on a store of its own, which it continues; \
            meanwhile the others are suspended. The time of the last turn includes the index's catching up. Reported are \
            the rate of each tenth, the disk in use, the bytes written, and anonymous memory.

            EXAMPLES
              nacre-bench fill --engine nacre --events 10000000
              nacre-bench fill --engine nacre --events 2000000 --labels id-and-tags --json labels.json
            """)

    @OptionGroup var options: LoadOptions

    @Option(help: "Total events.")
    var events = 10_000_000

    @Option(help: "Turns of each engine: ratios are of turns at the same size of the store.")
    var turns = 50

    @Option(help: "Concurrent writers.")
    var writers = 16

    @Option(help: "Events in each append, all to one stream.")
    var eventsPerAppend = 100

    @Option(
        help: ArgumentHelp(
            """
            Nothing, a recurring tag, an id and two tags, one of them unique, or metadata with an actor, a correlation \
            and a unique causation.
            """, valueName: "none|tag|id-and-tags|context"))
    var labels = EventLabels.none

    func validate() throws {
        try requirePositive(["--events": events, "--turns": turns, "--events-per-append": eventsPerAppend])
        try options.requireStreams(for: writers)
        try options.requireAbilities([.openStore, .files], for: "fill")
        if labels != .none { try options.requireAbilities(.labels, for: "fill --labels \(labels.rawValue)") }
    }

    func run() async throws {
        var load = options.load(writers: writers, eventsPerAppend: eventsPerAppend)
        load.labels = labels
        let workload = FillWorkload(
            engines: options.benchmarkEngines, load: load, events: events, turns: turns, task: options.task(for: load)
        ) { try await WorkerProcess($0) }
        try await Session(.fill, options, load: load, runs: turns, events: events).run(workload)
    }
}
