import ArgumentParser
import Foundation

/// The options that all workloads share.
struct LoadOptions: ParsableArguments {
    @Option(name: .customLong("engine"), help: "An engine to measure; give several to compare them.")
    var engines: [EngineName]

    @Option(help: "Streams to append to, drawn uniformly unless the workload differs.")
    var streams = 100_000

    @Option(help: "Bytes of an event's data, at least \(EventMark.size).")
    var payloadBytes = 256

    @Option(help: "Seed of all draws: the same seed gives the same events.")
    var seed: UInt64 = 1

    @Option(help: "full: an acknowledged append survives a power loss; unsynced: nothing is synced.")
    var durability = Durability.full

    @Option(help: ArgumentHelp("Write the report to a file as JSON.", valueName: "file"))
    var json: String?

    @OptionGroup var outputs: OutputOptions

    @Option(
        help: ArgumentHelp(
            "A folder on the disk to be measured; the stores go into a temporary folder in it.",
            valueName: "dir"))
    var directory = "."

    @Option(help: "Seconds of each probe of the disk's sync rate, before and after the workload.")
    var probeSeconds = 1.0

    @Option(help: "The maximum size of a store, in MiB of address space.")
    var mapMebibytes = 65_536

    @OptionGroup var server: ServerOptions

    @Flag(inversion: .prefixedNo, help: "Show the result of each slice on standard error, if that is a terminal.")
    var progress = true
    var memory = MemoryStores()

    func validate() throws {
        try require(Set(engines).count == engines.count, "an engine is named twice: name each once")
        try server.validate(for: engines)
        try require(payloadBytes, atLeast: EventMark.size, atMost: 16 << 20, "--payload-bytes")
        try require(streams, atLeast: 1, atMost: 99_999_999, "--streams")
        try require(mapMebibytes, atLeast: 1, "--map-mebibytes")
        try require(probeSeconds, moreThanZeroAndAtMost: 3600, "--probe-seconds")
    }

    var directoryURL: URL { URL(fileURLWithPath: directory, isDirectory: true) }

    var benchmarkEngines: [any BenchmarkEngine] {
        engines.map { $0.engine(durability, mapSize: mapSize, memory: memory) }
    }

    /// The reader that audits logs of any writer.
    var ceiling: LMDBCeilingEngine { LMDBCeilingEngine(durability: durability, mapSize: mapSize) }

    var mapSize: Int { mapMebibytes << 20 }

    func load(writers: Int = 1, eventsPerAppend: Int = 1, order: StreamOrder = .drawn) -> AppendLoad {
        AppendLoad(
            writers: writers, eventsPerAppend: eventsPerAppend, streams: streams, payloadBytes: payloadBytes,
            seed: seed, order: order)
    }

    /// The task of a worker for a load; the workload sets the engine and the store.
    func task(for load: AppendLoad) -> WorkerTask {
        WorkerTask(engine: engines[0], durability: durability, mapSize: mapSize, store: "", load: load)
    }

    func requireOneEngine(_ command: String) throws {
        try require(engines.count == 1, "\(command) measures one engine: name one, and run it once for each")
    }

    /// Refuses more writers than streams; `options` names the options that set the number of writers.
    func requireStreams(for writers: Int, _ options: String = "--writers") throws {
        try require(writers, atLeast: 1, options)
        try require(
            streams >= writers,
            "every writer needs a stream of its own: --streams must be at least \(options) (\(writers)), not "
                + "\(streams)")
    }

    func requireAbilities(_ abilities: EngineAbilities, for workload: String) throws {
        for engine in benchmarkEngines {
            let missing = abilities.subtracting(engine.abilities)
            try require(
                missing.isEmpty,
                "the engine \(engine.name.rawValue) cannot \(missing.description), which \(workload) requires: "
                    + "leave it out")
        }
    }
}

/// A command with options of its own that determine its work.
protocol SpecificWork {
    /// The options that determine the work, besides the shared ones, by option name.
    ///
    /// Two runs that differ in them did different work, and are not compared. The number and duration of measurements,
    /// the seed, the location and the output are not part of them.
    var workOptions: [String: String] { get }
}

/// Checks the command line.
func require(_ holds: Bool, _ message: @autoclosure () -> String) throws {
    if !holds { throw ValidationError(message()) }
}

/// Checks a number of the command line, if given.
func require(_ value: Int?, atLeast least: Int, atMost most: Int = .max, _ option: String) throws {
    guard let value else { return }
    guard value >= least else { throw ValidationError("\(option) must be at least \(least), not \(value)") }
    guard value <= most else { throw ValidationError("\(option) must be at most \(most), not \(value)") }
}

/// Checks numbers of the command line, if given: they are at least 1.
func requirePositive(_ values: KeyValuePairs<String, Int?>) throws {
    for (option, value) in values { try require(value, atLeast: 1, option) }
}

/// Checks a positive number of the command line, if given.
func require(_ value: Double?, moreThanZeroAndAtMost most: Double, _ option: String) throws {
    guard let value, !(value > 0 && value <= most) else { return }
    throw ValidationError("\(option) must be above 0 and at most \(Int(most)), not \(value)")
}
