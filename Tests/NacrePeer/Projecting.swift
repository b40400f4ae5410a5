import Nacre
import NacreLMDB

/// Keeps a read model that others keep too: each event is to count once, whoever counts it.
struct Projecting {
    let store: LMDBEventStore

    func run(batch: Int) async throws -> Position {
        let models = try open()
        defer { models.close() }
        let runner = ProjectionRunner(
            projection: Counting(), store: store, models: models, batchSize: .init(events: batch, bytes: 1 << 20))
        return try await runner.catchUp()
    }

    private func open() throws -> LMDBReadModelStore {
        try LMDBReadModelStore.open(at: store.path + "/views.mdb", mapSize: 32 << 20)
    }
}

/// Counts the events of every stream, in four bytes under its name.
struct Counting: Projection {
    let name = "counts"
    let schemaVersion = 1
    let query = Query.all

    func apply(_ event: RecordedEvent, to model: any ReadModelWriter) throws {
        let key = [UInt8](event.stream.text.utf8)
        let count = try model.value(for: key, in: 0).map { $0.reduce(0) { $0 << 8 | UInt32($1) } } ?? 0
        try model.setValue(withUnsafeBytes(of: (count + 1).bigEndian) { [UInt8]($0) }, for: key, in: 0)
    }

    func describe(key: [UInt8], value: [UInt8], in table: UInt8) -> String {
        "\(String(decoding: key, as: UTF8.self)): \(value)"
    }
}
