import ArgumentParser

struct SoakCommand: AsyncParsableCommand, SpecificWork {
    static let configuration = CommandConfiguration(
        commandName: "soak",
        abstract: "Fill one store from several processes at full speed, then verify and audit it.",
        discussion: """
            Each process's anonymous memory and the sizes of the store's files are sampled. Give --durability unsynced to \
            exclude the disk. At the end the engine verifies the store, and every event is checked against the answers. \
            The soak fails if the time is over before all events are appended; and from \
            \(decimal(ContenderResult.eventsUntilFlat)) events on, if memory is not flat (the maximum of the second half \
            is more than a tenth and 8 MiB above that of the first) or the files grow faster than the data. The harness \
            itself takes about 50 bytes of memory per append.

            EXAMPLES
              nacre-bench soak --engine nacre --durability unsynced --payload-bytes 32
              nacre-bench soak --engine nacre --events 1000000 --minutes 20 --json soak.json
            """)

    @OptionGroup var options: LoadOptions

    @Option(help: "Concurrent processes.")
    var processes = 4

    @Option(help: "Writers in each process.")
    var writers = 128

    @OptionGroup var appends: AppendSizeOptions

    @Option(help: "Total events.")
    var events = 50_000_000

    @Option(help: "Minutes after which no further append begins, and the soak has failed.")
    var minutes = 60

    func validate() throws {
        try options.requireOneEngine("soak")
        try requirePositive(["--processes": processes, "--writers": writers, "--events": events, "--minutes": minutes])
        try options.requireStreams(for: processes * writers, "--processes * --writers")
        try options.requireAbilities([.openStore, .sharing, .files], for: "soak")
    }

    var workOptions: [String: String] { ["processes": "\(processes)"] }

    func run() async throws {
        let load = options.load(writers: processes * writers, eventsPerAppend: appends.events)
        let workload = SoakWorkload(
            engine: options.benchmarkEngines[0], load: load, processes: processes, events: events,
            secondsAtMost: Double(minutes) * 60, task: options.task(for: load)
        ) { try await WorkerProcess($0) }
        try await Session(.soak, options, specific: workOptions, load: load, runs: 1, events: events).run(workload)
    }
}
