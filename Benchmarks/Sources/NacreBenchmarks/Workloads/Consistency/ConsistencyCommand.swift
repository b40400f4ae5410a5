import ArgumentParser

struct ConsistencyCommand: AsyncParsableCommand, SpecificWork {
    static let configuration = CommandConfiguration(
        commandName: "consistency",
        abstract: "Run clients in several processes that contend for few streams, and check every answer.",
        discussion: """
            Clients append to a few streams and tags with all kinds of expectations, checks and append conditions, with \
            several streams in a commit, repeated ids and cancelled commits; and they read heads, versions, streams, \
            queries and the log. Each records every call with its start and end, by the machine's monotonic clock. \
            Then the log is read, and every call is checked against it:
              - an accepted commit is in the log completely and once, and its rules held at its position;
              - a refused commit violated the named rule at some moment during the call;
              - only cancelled commits failed;
              - a read shows the log at some moment during the call, with everything acknowledged to any client before;
              - the order of positions agrees with time.
            The rate of events includes the start of the processes. Of the engines, only nacre supports all calls.

            EXAMPLES
              nacre-bench consistency --engine nacre
              nacre-bench consistency --engine nacre --processes 4 --clients 16 --seconds 30 --json consistency.json
              nacre-bench consistency --engine nacre --processes 4 --seconds 30 --turns
              nacre-bench consistency --engine nacre --seconds 2 --break ignore-conditions

            --break makes the store violate one rule, which the checker must find (exit code 65):
            \(StoreBreak.allCases.map { "  \($0.rawValue): \($0.inWords)" }.joined(separator: "\n"))
            """)

    @OptionGroup var options: LoadOptions

    @Option(help: "Concurrent processes.")
    var processes = 3

    @Option(help: "Clients in each process.")
    var clients = 8

    @Option(help: "Seconds for which the clients call.")
    var seconds = 10.0

    @Option(help: "Stop a client after this many calls, even if time remains.")
    var callsPerClient = 1_000_000

    @Option(help: "Streams that clients contend for, instead of --streams.")
    var sharedStreams = 4

    @Option(help: "The maximum number of events in a commit.")
    var eventsPerAppend = 3

    @Flag(
        help: """
            Let each process open the store for a second or two and close it for some seconds, by turns, so that its journal \
            changes hands.
            """)
    var turns = false

    @Option(name: .customLong("break"), help: ArgumentHelp("Make the store violate a rule.", valueName: "rule"))
    var breaking: StoreBreak?

    func validate() throws {
        try options.requireOneEngine("consistency")
        try requirePositive([
            "--processes": processes, "--clients": clients, "--calls-per-client": callsPerClient,
            "--shared-streams": sharedStreams, "--events-per-append": eventsPerAppend,
        ])
        try require(seconds, moreThanZeroAndAtMost: 3_600, "--seconds")
        try options.requireAbilities([.openStore, .labels, .conditions, .sharing], for: "consistency")
    }

    var workOptions: [String: String] {
        [
            "processes": "\(processes)", "seconds": "\(seconds)", "calls-per-client": "\(callsPerClient)",
            "turns": "\(turns)",
        ]
    }

    func run() async throws {
        var plan = ConsistencyPlan(callsPerClient: callsPerClient, seed: options.seed)
        plan.streams = sharedStreams
        plan.eventsPerAppend = eventsPerAppend
        plan.payloadBytes = options.payloadBytes
        let trial = ConsistencyTrial(
            engine: options.benchmarkEngines[0],
            task: ConsistencyTask(
                engine: options.engines[0], durability: options.durability, mapSize: options.mapSize, store: "",
                history: "", clients: 0..<0, plan: plan, takesTurns: turns, breaking: breaking),
            processes: processes, clientsPerProcess: clients, seconds: seconds)
        var load = options.load(writers: processes * clients, eventsPerAppend: eventsPerAppend)
        load.streams = sharedStreams
        try await Session(.consistency, options, specific: workOptions, load: load, runs: 1)
            .run(ConsistencyWorkload(trial: trial))
    }
}
