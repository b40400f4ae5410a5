internal import Nacre

/// A projection with one row for each event: how often it was applied, and by which schema version.
struct TallyProjection: Projection {
    struct Refused: Error {}

    var name = "tally"
    var schemaVersion = 1
    var query = Query.all
    var tables = [TableDefinition(0)]

    /// The type of events on which it fails.
    var refused: EventType?

    func apply(_ event: EventView, to model: any ReadModelWriter) throws {
        let key = withUnsafeBytes(of: event.position.bigEndian) { Array($0) }
        let times = try model.value(for: key, in: 0)?.first ?? 0
        try model.setValue([times + 1, UInt8(schemaVersion)], for: key, in: 0)
        // Thrown after a change, which must then be rolled back.
        if event.type == refused { throw Refused() }
    }

    func describe(key: [UInt8], value: [UInt8], in table: UInt8) -> String { "\(TalliedRow(key, value))" }

    /// A runner with a given batch size in events.
    func runner(on store: any EventStore, _ models: any ReadModelStore, events: Int = 1_000) -> ProjectionRunner {
        ProjectionRunner(
            projection: self, store: store, models: models,
            batchSize: .init(events: events, gathering: .seconds(3_600), duration: .seconds(3_600)),
            executor: CallersThread())
    }
}

/// Runs blocking work on the caller's thread; a queue would run it outside the simulation that checks the rule.
private struct CallersThread: BlockingExecutor {
    func run<Result: Sendable>(_ body: @escaping @Sendable () throws -> Result) async throws -> Result { try body() }
}

/// The row of an event.
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
    /// The rows if each event was applied once.
    func tallied(version: Int = 1) -> [TalliedRow] { map { TalliedRow($0, version: version) } }
}

extension ReadModelReader {
    func tally() throws -> [TalliedRow] { try rows(in: 0).map { TalliedRow($0.key, $0.value) } }
}

extension ReadModelStore {
    /// The rows, in log order.
    func tally(_ model: String = "tally") throws -> [TalliedRow] { try read(model) { try $0.tally() } }

    /// The state of a model.
    func state(_ model: String = "tally") throws -> ReadModelState? { try read(model) { try $0.state() } }
}
