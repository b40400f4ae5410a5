import ArgumentParser

/// The workload `consistency`.
struct ConsistencyCommand: AsyncParsableCommand, SpecificWork {
    static let configuration = CommandConfiguration(
        commandName: "consistency",
        abstract: "Have clients in several processes contend for few streams, and check every answer that they got.",
        discussion: """
            Clients append to a few streams and tags with all kinds of expectations, checks and append conditions, \
            several streams a commit, with ids repeated on purpose and commits withdrawn, and read heads, versions, \
            streams, queries and the log. Each notes every call with the moments before and after it, by the one clock \
            of the machine. Then the log is read, and every call is held against it: what was accepted is there whole \
            and once, and its rules held where it stands; what was refused broke what the refusal names at some moment \
            meanwhile; nothing failed but what was withdrawn; every read showed the log as it was at some moment \
            meanwhile, no older than what had been acknowledged or shown before by any process; and positions agree with \
            time. The rate of events has starting the processes in it; of the engines only nacre can do all that clients \
            ask for.

            EXAMPLES
              nacre-bench consistency --engine nacre
              nacre-bench consistency --engine nacre --processes 4 --clients 16 --seconds 30 --json consistency.json
              nacre-bench consistency --engine nacre --seconds 2 --break ignore-conditions

            With --break the store is made to break one rule, which the checker has to find (exit code 65):
            \(StoreBreak.allCases.map { "  \($0.rawValue): \($0.inWords)" }.joined(separator: "\n"))
            """)

    @OptionGroup var options: LoadOptions

    @Option(help: "Processes that call at the same time.")
    var processes = 3

    @Option(help: "Clients in each process.")
    var clients = 8

    @Option(help: "Seconds for which they call.")
    var seconds = 10.0

    @Option(help: "Calls that each client makes, if the seconds are not over before.")
    var callsPerClient = 1_000_000

    @Option(help: "Streams that clients contend for; the streams of a load are not used here.")
    var sharedStreams = 4

    @Option(help: "Events in each commit, at most.")
    var eventsPerAppend = 3

    @Option(name: .customLong("break"), help: ArgumentHelp("Have the store break a rule.", valueName: "rule"))
    var breaking: StoreBreak?

    func validate() throws {
        try options.requireOneEngine("consistency checks")
        try require(processes, atLeast: 1, "--processes")
        try require(clients, atLeast: 1, "--clients")
        try require(callsPerClient, atLeast: 1, "--calls-per-client")
        try require(sharedStreams, atLeast: 1, "--shared-streams")
        try require(eventsPerAppend, atLeast: 1, "--events-per-append")
        guard seconds > 0, seconds <= 3_600 else {
            throw ValidationError("--seconds is above 0 and at most 3600, this is \(seconds)")
        }
        try options.requireAbilities([.openStore, .labels, .conditions, .sharing], for: "consistency")
    }

    var told: [String: String] {
        ["processes": "\(processes)", "seconds": "\(seconds)", "calls-per-client": "\(callsPerClient)"]
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
                history: "", clients: 0..<0, plan: plan, breaking: breaking),
            processes: processes, clientsPerProcess: clients, seconds: seconds)
        var load = options.load(writers: processes * clients, eventsPerAppend: eventsPerAppend)
        load.streams = sharedStreams
        try await Session(.consistency, options, told: told, load: load, runs: 1).run(ConsistencyWorkload(trial: trial))
    }
}
