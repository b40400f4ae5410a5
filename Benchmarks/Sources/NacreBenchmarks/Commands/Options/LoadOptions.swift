import ArgumentParser
import Foundation

/// The options that all workloads share.
struct LoadOptions: ParsableArguments {
    @Option(name: .customLong("engine"), help: "An engine to measure; name several to compare them.")
    var engines: [EngineName]

    @Option(help: "Streams that events go to; drawn uniformly, unless the workload says otherwise.")
    var streams = 100_000

    @Option(help: "Bytes of an event's data, at least \(EventMark.size).")
    var payloadBytes = 256

    @Option(help: "Seed of all draws: the same one gives the same events.")
    var seed: UInt64 = 1

    @Option(help: "full: an acknowledged append survives a loss of power; risking-the-whole-store: nothing is synced.")
    var durability = Durability.full

    @Option(help: ArgumentHelp("Write the report to a file as JSON.", valueName: "file"))
    var json: String?

    @OptionGroup var outputs: OutputOptions

    @Option(
        help: ArgumentHelp(
            "Where the stores go, in a folder that is removed afterwards; it should be on the disk that counts.",
            valueName: "dir"))
    var directory = "."

    @Option(help: "Seconds for which the disk's sync rate is probed, before and after; fewer say less.")
    var probeSeconds = 1.0

    @Option(help: "The largest size of a store, in MiB of address space.")
    var mapMebibytes = 65_536

    @OptionGroup var server: ServerOptions

    @Flag(inversion: .prefixedNo, help: "Say on standard error what each slice measured, where that is a terminal.")
    var progress = true

    /// The stores of the in-memory engine.
    var memory = MemoryStores()

    func validate() throws {
        guard Set(engines).count == engines.count else {
            throw ValidationError("an engine is named twice: name each once")
        }
        try server.validate(for: engines)
        try require(payloadBytes, atLeast: EventMark.size, "--payload-bytes")
        try require(streams, atLeast: 1, "--streams")
        try require(mapMebibytes, atLeast: 1, "--map-mebibytes")
        try require(probeSeconds, moreThanZeroAndAtMost: 3600, "--probe-seconds")
        guard payloadBytes <= 16 << 20 else {
            throw ValidationError("--payload-bytes is at most \(16 << 20), this is \(payloadBytes)")
        }
        guard streams <= 99_999_999 else {
            throw ValidationError("--streams is at most 99999999, this is \(streams)")
        }
    }

    var directoryURL: URL { URL(fileURLWithPath: directory, isDirectory: true) }

    /// The engines, in the order given.
    var benchmarkEngines: [any BenchmarkEngine] {
        engines.map { $0.engine(durability, mapSize: mapSize, memory: memory) }
    }

    /// The reader that audits logs of any writer.
    var ceiling: LMDBCeilingEngine { LMDBCeilingEngine(durability: durability, mapSize: mapSize) }

    /// The maximum size of a store, in bytes of address space.
    var mapSize: Int { mapMebibytes << 20 }

    /// A load with the streams, payloads and seed of the options.
    func load(writers: Int = 1, eventsPerAppend: Int = 1, order: StreamOrder = .drawn) -> AppendLoad {
        AppendLoad(
            writers: writers, eventsPerAppend: eventsPerAppend, streams: streams, payloadBytes: payloadBytes,
            seed: seed, order: order)
    }

    /// The task of a worker for a load; the workload sets the engine and the store.
    func task(for load: AppendLoad) -> WorkerTask {
        WorkerTask(engine: engines[0], durability: durability, mapSize: mapSize, store: "", load: load)
    }

    /// Refuses more than one engine; `words` state what the workload does with one.
    func requireOneEngine(_ words: String) throws {
        guard engines.count == 1 else {
            throw ValidationError("\(words) one engine: name one, and run it once for each")
        }
    }

    /// Refuses more writers than streams; `options` names the options that set the number of writers.
    func requireStreams(for writers: Int, _ options: String = "--writers") throws {
        try require(writers, atLeast: 1, options)
        guard streams >= writers else {
            throw ValidationError(
                "every writer needs a stream of its own: --streams is at least \(options) (\(writers)), this is "
                    + "\(streams)")
        }
    }

    /// Refuses engines without the abilities that a workload requires.
    func requireAbilities(_ abilities: EngineAbilities, for workload: String) throws {
        for engine in benchmarkEngines {
            let missing = abilities.subtracting(engine.abilities)
            guard missing.isEmpty else {
                throw ValidationError(
                    "the engine \(engine.name.rawValue) cannot \(missing.description), which \(workload) asks for: "
                        + "leave it out")
            }
        }
    }

    /// Refuses to keep the stores of engines whose stores do not outlive the call.
    func requireFiles(toKeepIn stores: String?) throws {
        guard stores != nil else { return }
        for engine in benchmarkEngines where !engine.abilities.contains(.files) {
            throw ValidationError(
                "the engine \(engine.name.rawValue) keeps no store for another call: leave out --stores, or the engine")
        }
    }
}

/// Checks a number of the command line, if given.
func require(_ value: Int?, atLeast least: Int, _ option: String) throws {
    guard let value, value < least else { return }
    throw ValidationError("\(option) is at least \(least), this is \(value)")
}

/// Checks a positive number of the command line, if given.
func require(_ value: Double?, moreThanZeroAndAtMost most: Double, _ option: String) throws {
    guard let value, !(value > 0 && value <= most) else { return }
    throw ValidationError("\(option) is more than 0 and at most \(Int(most)), this is \(value)")
}
