import ArgumentParser
import Foundation

/// The workload `recovery`.
struct RecoveryCommand: AsyncParsableCommand, SpecificWork {
    static let configuration = CommandConfiguration(
        commandName: "recovery",
        abstract: "Kill a process under load, and time the next one until its first append.",
        discussion: """
            A store of each size is filled first, outside the clock; --stores keeps it for other calls. Each time a \
            process opens a copy, appends as fast as all writers but one can, and is killed (SIGKILL). A fresh process \
            opens the copy and appends once: the time is from the start of opening to that append's answer. Where an \
            engine's index follows its log, this is done with the index as the kill left it, and with one put back to \
            where it was before the last events. What the killed process was told it wrote to a file outside the store: \
            all of it has to be there. The files of the store are in the system's memory, as after a crash of a process \
            and not of the machine.

            EXAMPLES
              nacre-bench recovery --engine nacre --events 100000 --events 1000000
              nacre-bench recovery --engine nacre --engine sqlite --events 100000 --runs 20 --json recovery.json
            """)

    @OptionGroup var options: LoadOptions

    @Option(help: "Events in the store before the load; name several for several sizes. (default: 100000)")
    var events: [Int] = []

    @Option(help: "Writers; all but the last are at work when the process is killed, and the last comes after it.")
    var writers = 65

    @Option(help: "Events in each append, all to one stream.")
    var eventsPerAppend = 1

    @Option(help: "Kills of each store; one more before them is left out.")
    var runs = 10

    @Option(help: "Seconds of load before the kill at most; it comes in the second half of them.")
    var loadSeconds = 1.0

    @Option(
        help: ArgumentHelp(
            "How many events of the filled store an index that is put back is behind, besides those of the load.",
            valueName: "events"))
    var tailEvents = 131_072

    @Option(
        help: ArgumentHelp(
            "Keep filled stores in this folder, and use those that are there; without it they are removed.",
            valueName: "dir"))
    var stores: String?

    private var sizes: [Int] { events.isEmpty ? [100_000] : events }

    func validate() throws {
        for size in sizes { try require(size, atLeast: 2, "--events") }
        guard Set(sizes).count == sizes.count else {
            throw ValidationError("a size is named twice with --events: name each once")
        }
        try require(writers, atLeast: 2, "--writers")
        try require(eventsPerAppend, atLeast: 1, "--events-per-append")
        try require(runs, atLeast: 1, "--runs")
        try require(tailEvents, atLeast: 1, "--tail-events")
        try require(loadSeconds, moreThanZeroAndAtMost: 3600, "--load-seconds")
        try options.requireStreams(for: writers)
        try options.requireFiles(toKeepIn: stores)
        try options.requireAbilities([.openStore, .files], for: "recovery")
    }

    var told: [String: String] {
        ["load-seconds": "\(loadSeconds)", "tail-events": "\(tailEvents)"]
    }

    func run() async throws {
        let load = options.load(writers: writers, eventsPerAppend: eventsPerAppend, order: .rounds)
        var filling = options.task(for: load)
        filling.durability = .unsynced
        let workload = RecoveryWorkload(
            engines: options.benchmarkEngines,
            fillers: sizes.map { size in
                StoreFiller(
                    task: filling, events: size, tailEvents: min(tailEvents, size / 2),
                    kept: stores.map { URL(fileURLWithPath: $0, isDirectory: true) }
                ) { try await WorkerProcess($0) }
            },
            runs: runs, loadSeconds: loadSeconds, durability: options.durability
        ) { try await WorkerProcess.recovering($0) }
        var session = Session(.recovery, options, told: told, load: load, runs: runs)
        session.stores = stores
        try await session.run(workload)
    }
}
