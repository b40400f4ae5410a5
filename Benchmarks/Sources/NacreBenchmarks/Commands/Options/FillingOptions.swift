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
            The lag of the index when a store is opened, in events; at most half of all events. The tail in memory has \
            up to 131,072.
            """, valueName: "events"))
    var tailEvents = 131_072

    @Option(help: "The durability while a store is filled.")
    var fillDurability = Durability.unsynced

    @OptionGroup var kept: KeptStoresOptions

    func validate() throws {
        try require(events, atLeast: 2, "--events")
        try requirePositive(["--events-per-append": eventsPerAppend, "--tail-events": tailEvents])
    }

    /// The filling, for a workload that uses these option names for something else.
    var workOptions: [String: String] {
        ["filled by writers": "\(writers)", "filled by events an append": "\(eventsPerAppend)"]
    }

    /// The load: in rounds, so that every stream has the same number of events, scattered over the whole log.
    func load(_ options: LoadOptions) -> AppendLoad {
        options.load(writers: writers, eventsPerAppend: eventsPerAppend, order: .rounds)
    }

    func requireFillable(_ options: LoadOptions, _ abilities: EngineAbilities, for workload: String) throws {
        try options.requireStreams(for: writers)
        try kept.requireFiles(of: options)
        try options.requireAbilities(abilities, for: workload)
    }

    func filler(_ options: LoadOptions) -> StoreFiller {
        kept.filler(options, load(options), events: events, tailEvents: tailEvents, fillDurability)
    }
}

struct KeptStoresOptions: ParsableArguments {
    @Option(
        name: .customLong("stores"),
        help: ArgumentHelp(
            "Keep filled stores in this folder and reuse them; without it they are removed.",
            valueName: "dir"))
    var folder: String?

    /// Refuses --stores for engines whose stores end with the process.
    func requireFiles(of options: LoadOptions) throws {
        guard folder != nil else { return }
        for engine in options.benchmarkEngines where !engine.abilities.contains(.files) {
            throw ValidationError(
                "the engine \(engine.name.rawValue) cannot keep a store: leave out --stores or the engine")
        }
    }

    func filler(
        _ options: LoadOptions, _ load: AppendLoad, events: Int, tailEvents: Int, _ durability: Durability
    ) -> StoreFiller {
        var task = options.task(for: load)
        task.durability = durability
        return StoreFiller(
            task: task, events: events, tailEvents: min(tailEvents, events / 2),
            kept: folder.map { URL(fileURLWithPath: $0, isDirectory: true) }
        ) { try await WorkerProcess($0) }
    }
}
