import ArgumentParser

struct CrashCommand: AsyncParsableCommand, SpecificWork {
    static let configuration = CommandConfiguration(
        commandName: "crash",
        abstract: "Kill a process under load at a random moment, repeatedly, and check what is left.",
        discussion: """
            A child process appends with concurrent writers at full speed. Each writer records every append in a file \
            outside the store before the call, and its answer after it. At a random moment the child is killed \
            (SIGKILL). The store is then opened again, takes an append, and is read back: every commit acknowledged so far \
            is there once, at its position; a commit in flight is there whole or not at all; positions and versions have \
            no gaps; and the engine's verification finds no fault. A kill counts if something was acknowledged and an \
            append was in flight; others are repeated. One store is used for several cycles.

            The latencies are those of the recoveries: from opening the store after a kill to the answer to the first \
            append, in this process, which has opened stores before; `recovery` measures fresh processes. A kill ends the \
            process, not the power: what the kernel was given survives it, at either durability.

            EXAMPLES
              nacre-bench crash --engine nacre --cycles 200
              nacre-bench crash --engine nacre --cycles 100 --visitor --cycle-milliseconds 3000
              nacre-bench crash --engine sqlite-group --cycles 50 --writers 64 --json crash.json

            --plant makes the child lose data, which the audit must find: early-acknowledgement, lost-commit, \
            partial-commit or lost-metadata.
            """)

    @OptionGroup var options: LoadOptions
    @OptionGroup var metadata: MetadataOptions

    @Option(help: "Kills to count.")
    var cycles = 50

    @Option(help: "Cycles of each store.")
    var cyclesPerStore = 20

    @Option(help: "The maximum time in milliseconds for which a child appends before it is killed.")
    var cycleMilliseconds = 500

    @Option(help: "Concurrent writers.")
    var writers = 32

    @Option(help: "Events in each append, which is one commit.")
    var eventsPerAppend = 4

    @Option(help: "Streams that each append writes, at most as many as it has events.")
    var streamsPerAppend = 2

    @Flag(
        help: """
            Let a second process open the store for a moment, again and again, so that its journal is handed over; it is \
            killed too.
            """)
    var visitor = false

    @Option(help: "Make the child lose data: the audit must fail (exit code 65).")
    var plant: CrashPlant?

    func validate() throws {
        try options.requireOneEngine("crash")
        try requirePositive([
            "--cycles": cycles, "--cycles-per-store": cyclesPerStore, "--cycle-milliseconds": cycleMilliseconds,
            "--writers": writers,
        ])
        try require(eventsPerAppend, atLeast: 1, atMost: 10_000, "--events-per-append")
        try require(streamsPerAppend, atLeast: 1, "--streams-per-append")
        try require(
            streamsPerAppend <= eventsPerAppend,
            "--streams-per-append must be at most --events-per-append (\(eventsPerAppend)), not \(streamsPerAppend)")
        // One more for the writer that appends after each kill.
        try options.requireStreams(
            for: (writers + 1) * streamsPerAppend, "(--writers + 1) * --streams-per-append")
        // A server outlives its client, and an in-memory store dies with the process.
        try options.requireAbilities(visitor ? [.openStore, .files, .sharing] : [.openStore, .files], for: "crash")
    }

    var workOptions: [String: String] {
        [
            "streams-per-append": "\(streamsPerAppend)", "cycles-per-store": "\(cyclesPerStore)",
            "cycle-milliseconds": "\(cycleMilliseconds)", "visitor": "\(visitor)",
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
            cycles: cycles, cyclesPerStore: cyclesPerStore, maxDelay: UInt64(cycleMilliseconds) * 1_000_000,
            hasVisitor: visitor)
        var load = options.load(writers: writers, eventsPerAppend: eventsPerAppend)
        load.metadataBytes = metadata.bytes
        try await Session(.crash, options, specific: workOptions, load: load, runs: cycles)
            .run(CrashWorkload(trial: trial))
    }
}
