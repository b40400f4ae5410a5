import ArgumentParser
import Foundation

/// How stores are filled, outside the measured time.
struct FillingOptions: ParsableArguments {
    @Option(help: "Events in the log.")
    var events = 1_000_000

    @Option(help: "Writers that fill the store.")
    var writers = 250

    @Option(help: "Events in each append that fills the store, all to one stream.")
    var eventsPerAppend = 1

    @Option(
        help: ArgumentHelp(
            """
            How many events the index is behind when a store is opened, to less than one append of every writer, and \
            at most half of all events; what opening leaves to the memory is 131,072.
            """,
            valueName: "events"))
    var tailEvents = 131_072

    @Option(help: "What an acknowledgement is worth while a store is filled.")
    var fillDurability = Durability.unsynced

    @Option(
        help: ArgumentHelp(
            "Keep filled stores in this folder, and use those that are there; without it they are removed.",
            valueName: "dir"))
    var stores: String?

    func validate() throws {
        try require(events, atLeast: 2, "--events")
        try require(eventsPerAppend, atLeast: 1, "--events-per-append")
        try require(tailEvents, atLeast: 1, "--tail-events")
    }

    /// The filling, for a workload that uses these option names for something else.
    var told: [String: String] {
        ["filled by writers": "\(writers)", "filled by events an append": "\(eventsPerAppend)"]
    }

    /// The load: in rounds, so that every stream has the same number of events, scattered over the whole log.
    func load(_ options: LoadOptions) -> AppendLoad {
        options.load(writers: writers, eventsPerAppend: eventsPerAppend, order: .rounds)
    }

    /// Checks whether the engines can be filled.
    func requireFillable(_ options: LoadOptions, _ abilities: EngineAbilities, for workload: String) throws {
        try options.requireStreams(for: writers)
        try options.requireFiles(toKeepIn: stores)
        try options.requireAbilities(abilities, for: workload)
    }

    func filler(_ options: LoadOptions) -> StoreFiller {
        var task = options.task(for: load(options))
        task.durability = fillDurability
        return StoreFiller(
            task: task, events: events, tailEvents: min(tailEvents, events / 2),
            kept: stores.map { URL(fileURLWithPath: $0, isDirectory: true) }
        ) { try await WorkerProcess($0) }
    }
}
