import ArgumentParser

/// The workload `crash`.
struct CrashCommand: AsyncParsableCommand, SpecificWork {
    static let configuration = CommandConfiguration(
        commandName: "crash",
        abstract: "Kill a process under load at a random moment, again and again, and see what is left.",
        discussion: """
            A child appends by concurrent writers at full speed. Before each append a writer notes in a file outside \
            of the store what it is about to append, and after it what it was told. At a random moment the child is \
            killed (SIGKILL). The store is then opened anew, takes an append, and is read back: every acknowledged \
            commit of this cycle and of those before is there once, where its answer said; what was in flight is there \
            whole or not at all; positions and versions have no gaps; and the engine itself finds no fault. Kills that \
            did not fall midway, with something acknowledged and an append in flight, are made again. One store goes \
            through several cycles.

            The latencies are those of the recoveries: from the call that opens the store after a kill to the answer \
            to the first append, in this process, which has opened stores before; `recovery` times fresh ones. A kill \
            takes the process, not the power: what the kernel was given survives it, at \
            either durability.

            EXAMPLES
              nacre-bench crash --engine nacre --cycles 200
              nacre-bench crash --engine sqlite-group --cycles 50 --writers 64 --json crash.json

            To see that a loss is found, --plant has the child be careless: early-acknowledgement, lost-commit, \
            partial-commit or lost-metadata.
            """)

    @OptionGroup var options: LoadOptions

    @OptionGroup var metadata: MetadataOptions

    @Option(help: "Kills that have to fall midway.")
    var cycles = 50

    @Option(help: "Cycles after which a fresh store is begun.")
    var cyclesPerStore = 20

    @Option(help: "The longest that a child appends before it is killed.")
    var cycleMilliseconds = 500

    @Option(help: "Writers that append at the same time.")
    var writers = 32

    @Option(help: "Events in each append, which is one commit.")
    var eventsPerAppend = 4

    @Option(help: "Streams that each append writes, at most as many as it has events.")
    var streamsPerAppend = 2

    @Option(help: "Have the child be careless, to see that it is found out (exit code 65).")
    var plant: CrashPlant?

    func validate() throws {
        try options.requireOneEngine("crash breaks")
        try require(cycles, atLeast: 1, "--cycles")
        try require(cyclesPerStore, atLeast: 1, "--cycles-per-store")
        try require(cycleMilliseconds, atLeast: 1, "--cycle-milliseconds")
        try require(writers, atLeast: 1, "--writers")
        try require(eventsPerAppend, atLeast: 1, "--events-per-append")
        try require(streamsPerAppend, atLeast: 1, "--streams-per-append")
        guard eventsPerAppend <= 10_000 else {
            throw ValidationError("--events-per-append is at most 10000 here, this is \(eventsPerAppend)")
        }
        guard streamsPerAppend <= eventsPerAppend else {
            throw ValidationError(
                "--streams-per-append is at most --events-per-append (\(eventsPerAppend)), this is \(streamsPerAppend)")
        }
        // One more for the writer that appends after each kill.
        try options.requireStreams(
            for: (writers + 1) * streamsPerAppend, "(--writers + 1) * --streams-per-append")
        // A server outlives its client, and an in-memory store dies with the process.
        try options.requireAbilities([.openStore, .files], for: "crash")
    }

    var told: [String: String] {
        [
            "streams-per-append": "\(streamsPerAppend)", "cycles-per-store": "\(cyclesPerStore)",
            "cycle-milliseconds": "\(cycleMilliseconds)",
        ]
    }

    func run() async throws {
        let plan = CrashPlan(
            writers: writers, eventsPerAppend: eventsPerAppend, streamsPerAppend: streamsPerAppend,
            streams: options.streams, payloadBytes: options.payloadBytes, seed: options.seed,
            metadataBytes: metadata.bytes)
        let trial = CrashTrial(
            engine: options.benchmarkEngines[0],
            task: CrashTask(
                engine: options.engines[0], durability: options.durability, mapSize: options.mapSize, store: "",
                journals: "", plan: plan, next: [], heads: [:], plant: plant),
            cycles: cycles, cyclesPerStore: cyclesPerStore, maxDelay: UInt64(cycleMilliseconds) * 1_000_000)
        var load = options.load(writers: writers, eventsPerAppend: eventsPerAppend)
        load.metadataBytes = metadata.bytes
        try await Session(.crash, options, told: told, load: load, runs: cycles).run(CrashWorkload(trial: trial))
    }
}
