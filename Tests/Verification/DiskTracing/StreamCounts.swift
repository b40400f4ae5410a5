package import Logging
package import Nacre
package import NacreLMDB
import Synchronization

/// Counts the events of each stream.
package struct StreamCounts: Projection {
    package let name = "counts"
    package let schemaVersion = 1
    package let query = Query.all
    package let tables = [TableDefinition(0)]

    package init() {}

    package func apply(_ event: EventView, to model: any ReadModelWriter) throws {
        let key = Array(event.stream.text.utf8)
        var count: UInt64 = 0
        if let row = try model.value(for: key, in: 0) {
            var reader = RowReader(row.span)
            count = try reader.number()
        }
        var row = RowWriter()
        row.number(count + 1)
        try model.setValue(row.bytes, for: key, in: 0)
    }

    package func describe(key: [UInt8], value: [UInt8], in table: UInt8) -> String {
        "\(String(decoding: key, as: UTF8.self)): \(value)"
    }
}

extension StreamCounts {
    /// Opens the read models of a store, off the cooperative pool.
    package static func models(
        in path: String, mapSize: Int = 64 << 20,
        _ logger: Logger = Logger(label: "run", factory: { _ in SwiftLogNoOpLogHandler() })
    ) async throws -> LMDBReadModelStore {
        try await SerialBlockingExecutor(named: "opening").run {
            try LMDBReadModelStore.open(at: path + "/views.mdb", mapSize: mapSize, logger: logger)
        }
    }

    /// Brings the read model up to date, and compares it with one that is rebuilt from the log.
    ///
    /// - Throws: ``Loss`` with the first difference.
    package static func compare(_ models: LMDBReadModelStore, with store: LMDBEventStore) async throws {
        let runner = ProjectionRunner(projection: StreamCounts(), store: store, models: models)
        try await runner.catchUp()
        let differences = Mutex<[String]>([])
        try await runner.compare(rebuildingIn: InMemoryReadModelStore()) { difference in
            differences.withLock { $0.append("\(difference)") }
        }
        if let first = differences.withLock({ $0.first }) { throw Loss("read model: \(first)") }
    }
}
