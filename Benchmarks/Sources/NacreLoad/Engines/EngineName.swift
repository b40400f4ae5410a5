import ArgumentParser

/// The name of a measured engine.
package enum EngineName: String, CaseIterable, Codable, Sendable, ExpressibleByArgument {
    /// Nacre's embedded engine.
    case nacre

    /// The same without its commit journal: each group is a transaction of LMDB.
    case nacreUnjournaled = "nacre-unjournaled"

    /// Nacre's embedded engine while another process has the store open, which rules out its journal.
    case nacreShared = "nacre-shared"

    /// The same while another process follows the log.
    case nacreFollowed = "nacre-followed"

    /// The same while another process opens the store every second and reads its statistics.
    case nacreInspected = "nacre-inspected"

    /// LMDB called from C, one thread, the same bytes: the ceiling.
    case lmdb

    /// The frames of the commit journal written from C, one thread, nothing else: the ceiling of the journal.
    case journal

    /// Nacre's store in memory, which is not durable: the cost of the model without a disk.
    case memory

    /// GRDB on SQLite, one transaction per append: the usual alternative in Swift.
    case sqlite

    /// The same with a large page cache and write-ahead log.
    case sqliteLarge = "sqlite-large"

    /// GRDB on SQLite behind a queue, one transaction for all waiting appends.
    case sqliteGroup = "sqlite-group"

    /// The same with a large page cache and write-ahead log.
    case sqliteGroupLarge = "sqlite-group-large"

    /// A table on a PostgreSQL server, one transaction per append: the usual choice where a database is in operation.
    case postgres

    /// The same behind a queue, one transaction for all waiting appends.
    case postgresGroup = "postgres-group"
}

extension EngineName {
    /// Whether it is C code without callers, whose commits have the same number of events throughout.
    package var isCeiling: Bool { self == .lmdb || self == .journal }

    /// Whether it is Nacre's own store, with its commit journal or without.
    package var isNacre: Bool { self == .nacre || self == .nacreUnjournaled }

    /// Whether its stores are on a server, which must be named or started.
    package var needsServer: Bool { format == .postgres }
}

extension EngineName {
    /// The format of a store's files: engines of one format read each other's stores.
    package enum Format: String, Hashable, CaseIterable, Sendable {
        case nacre
        case journal
        case memory
        case sqlite
        case postgres
    }

    package var format: Format {
        switch self {
        case .nacre, .nacreUnjournaled, .nacreShared, .nacreFollowed, .nacreInspected, .lmdb: .nacre
        case .journal: .journal
        case .memory: .memory
        case .sqlite, .sqliteLarge, .sqliteGroup, .sqliteGroupLarge: .sqlite
        case .postgres, .postgresGroup: .postgres
        }
    }
}

extension EngineName {
    /// One engine in several settings; a user would choose the better one, so that one counts.
    package struct Settings: Sendable {
        /// The engine's name, independent of the setting.
        package var name: EngineName

        /// All settings, the engine's own first.
        package var all: [EngineName]
    }

    package static let settings = [
        Settings(name: .sqlite, all: [.sqlite, .sqliteLarge]),
        Settings(name: .sqliteGroup, all: [.sqliteGroup, .sqliteGroupLarge]),
        Settings(name: .postgres, all: [.postgres, .postgresGroup]),
    ]
}

extension EngineName {
    /// The engine of this name, with a memory map of `mapSize` bytes.
    ///
    /// The in-memory engine has its stores in `memory`, so that reading back needs the same instance.
    package func engine(_ durability: Durability, mapSize: Int, memory: MemoryStores = MemoryStores())
        -> any BenchmarkEngine
    {
        switch self {
        case .nacre: NacreEngine(durability: durability, mapSize: mapSize)
        case .nacreUnjournaled: NacreEngine(durability: durability, mapSize: mapSize, usesJournal: false)
        case .nacreShared: NacreEngine(durability: durability, mapSize: mapSize, company: .waiting)
        case .nacreFollowed: NacreEngine(durability: durability, mapSize: mapSize, company: .following)
        case .nacreInspected: NacreEngine(durability: durability, mapSize: mapSize, company: .inspecting)
        case .lmdb: LMDBCeilingEngine(durability: durability, mapSize: mapSize)
        case .journal: JournalCeilingEngine(durability: durability)
        case .memory: MemoryEngine(stores: memory)
        case .sqlite: SQLiteEngine(durability: durability, cache: .default, isGrouping: false)
        case .sqliteLarge: SQLiteEngine(durability: durability, cache: .large, isGrouping: false)
        case .sqliteGroup: SQLiteEngine(durability: durability, cache: .default, isGrouping: true)
        case .sqliteGroupLarge: SQLiteEngine(durability: durability, cache: .large, isGrouping: true)
        case .postgres: PostgresEngine(durability: durability, isGrouping: false)
        case .postgresGroup: PostgresEngine(durability: durability, isGrouping: true)
        }
    }
}
