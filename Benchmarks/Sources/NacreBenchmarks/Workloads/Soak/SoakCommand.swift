import ArgumentParser

/// The workload `soak`.
struct SoakCommand: AsyncParsableCommand, SpecificWork {
    static let configuration = CommandConfiguration(
        commandName: "soak",
        abstract: "Fill one store from several processes at full speed, then verify and audit all of it.",
        discussion: """
            Watched are each process's anonymous memory, and the sizes of the store's files. Pass --durability \
            risking-the-whole-store to leave the disk out of it. At the end the engine verifies the store, and every \
            event is held against what the processes were told. The soak fails where the minutes are over before all \
            events are appended; and from \(decimal(ContenderResult.eventsUntilFlat)) events on, where memory is not \
            flat (the most of the second half is more than that of the first, a tenth and 8 MiB) or the files grow beyond \
            the data. The harness itself takes about 50 bytes of memory an append.

            EXAMPLES
              nacre-bench soak --engine nacre --durability risking-the-whole-store --payload-bytes 32
              nacre-bench soak --engine nacre --events 1000000 --minutes 20 --json soak.json
            """)

    @OptionGroup var options: LoadOptions

    @Option(help: "Processes that append at the same time.")
    var processes = 4

    @Option(help: "Writers in each process.")
    var writers = 128

    @Option(help: "Events in each append, all to one stream.")
    var eventsPerAppend = 1

    @Option(help: "Events in all.")
    var events = 50_000_000

    @Option(help: "Minutes after which no further append begins, and the soak has failed.")
    var minutes = 60

    func validate() throws {
        try options.requireOneEngine("soak measures")
        try require(processes, atLeast: 1, "--processes")
        try require(writers, atLeast: 1, "--writers")
        try require(eventsPerAppend, atLeast: 1, "--events-per-append")
        try require(events, atLeast: 1, "--events")
        try require(minutes, atLeast: 1, "--minutes")
        try options.requireStreams(for: processes * writers, "--processes * --writers")
        try options.requireAbilities([.openStore, .sharing, .files], for: "soak")
    }

    var told: [String: String] {
        ["processes": "\(processes)"]
    }

    func run() async throws {
        let load = options.load(writers: processes * writers, eventsPerAppend: eventsPerAppend)
        let workload = SoakWorkload(
            engine: options.benchmarkEngines[0], load: load, processes: processes, events: events,
            secondsAtMost: Double(minutes) * 60, task: options.task(for: load)
        ) { try await WorkerProcess($0) }
        try await Session(.soak, options, told: told, load: load, runs: 1, events: events).run(workload)
    }
}
