import ArgumentParser

/// The workload `fill`.
struct FillCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "fill",
        abstract: "Fill a store to many events, until its index has caught up: rates, disk and memory on the way.",
        discussion: """
            Engines take turns of so many events, each in a process of its own and on a store of its own, which it \
            continues; one that has no turn stands still. The clock of the last turn runs until the index has caught \
            up too. Reported are the rate of each tenth, the disk in use, the bytes written, and anonymous memory.

            EXAMPLES
              nacre-bench fill --engine nacre --events 10000000
              nacre-bench fill --engine nacre --events 2000000 --labels id-and-tags --json labels.json
            """)

    @OptionGroup var options: LoadOptions

    @Option(help: "Events in all.")
    var events = 10_000_000

    @Option(help: "Turns that each engine takes: ratios are of turns at the same size of the store.")
    var turns = 50

    @Option(help: "Writers that append at the same time.")
    var writers = 16

    @Option(help: "Events in each append, all to one stream.")
    var eventsPerAppend = 100

    @Option(
        help: ArgumentHelp(
            "What events carry beside their data: nothing, a recurring tag, or an id and two tags, one of them unique.",
            valueName: "none|tag|id-and-tags"))
    var labels = EventLabels.none

    func validate() throws {
        try require(events, atLeast: 1, "--events")
        try require(turns, atLeast: 1, "--turns")
        try require(eventsPerAppend, atLeast: 1, "--events-per-append")
        try options.requireStreams(for: writers)
        var abilities = EngineAbilities([.openStore, .files])
        if labels != .none { abilities.insert(.labels) }
        try options.requireAbilities(abilities, for: labels == .none ? "fill" : "fill --labels \(labels.rawValue)")
    }

    func run() async throws {
        var load = options.load(writers: writers, eventsPerAppend: eventsPerAppend)
        load.labels = labels
        let workload = FillWorkload(
            engines: options.benchmarkEngines, load: load, events: events, turns: turns,
            task: options.task(for: load)
        ) { try await WorkerProcess($0) }
        try await Session(.fill, options, load: load, runs: turns, events: events).run(workload)
    }
}
