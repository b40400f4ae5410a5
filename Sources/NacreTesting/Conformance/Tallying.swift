internal import Nacre

/// Keeps a row for each event, under its position: how often it was applied, and by which schema version.
struct Tallying: Projection {
    struct Refused: Error {}

    var name = "tally"
    var schemaVersion = 1
    var query = Query.all
    var tables = [TableDefinition(0)]

    /// The type of events that it cannot apply.
    var refused: EventType?

    func apply(_ event: EventView, to model: any ReadModelWriter) throws {
        let key = withUnsafeBytes(of: event.position.bigEndian) { Array($0) }
        let times = try model.value(for: key, in: 0)?.first ?? 0
        try model.setValue([times + 1, UInt8(schemaVersion)], for: key, in: 0)
        // What it has changed by then must not stay.
        if event.type == refused { throw Refused() }
    }

    func describe(key: [UInt8], value: [UInt8], in table: UInt8) -> String { "\(TalliedRow(key, value))" }

    /// A runner with batches of so many events.
    func runner(on store: any EventStore, _ models: any ReadModelStore, events: Int = 1_000) -> ProjectionRunner {
        ProjectionRunner(
            projection: self, store: store, models: models,
            batchSize: .init(events: events, gathering: .seconds(3_600), duration: .seconds(3_600)),
            executor: CallersThread())
    }
}

/// Runs what blocks where it is asked for: on a queue of its own it would leave a simulation that checks the sentence.
private struct CallersThread: BlockingExecutor {
    func run<Result: Sendable>(_ body: @escaping @Sendable () throws -> Result) async throws -> Result { try body() }
}

/// An event as it is tallied.
struct TalliedRow: Hashable, Sendable, CustomStringConvertible {
    let position: Position
    let times: Int
    let version: Int

    init(_ position: Position, times: Int = 1, version: Int = 1) {
        (self.position, self.times, self.version) = (position, times, version)
    }

    init(_ key: [UInt8], _ value: [UInt8]) {
        self.init(
            key.reduce(0) { $0 << 8 | Position($1) }, times: Int(value.first ?? 0), version: Int(value.last ?? 0))
    }

    var description: String { "position \(position), applied \(times) times by version \(version)" }
}

extension Sequence<Position> {
    /// Each event once.
    func tallied(version: Int = 1) -> [TalliedRow] { map { TalliedRow($0, version: version) } }
}

extension ReadModelReader {
    func tally() throws -> [TalliedRow] { try rows(in: 0).map { TalliedRow($0.key, $0.value) } }
}

extension ReadModelStore {
    /// The tallied events, in the order of the log.
    func tally(_ model: String = "tally") throws -> [TalliedRow] { try read(model) { try $0.tally() } }

    /// What a model has applied.
    func state(_ model: String = "tally") throws -> ReadModelState? { try read(model) { try $0.state() } }
}
