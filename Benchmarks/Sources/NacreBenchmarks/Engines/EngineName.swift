import ArgumentParser

/// The name of a measured engine.
enum EngineName: String, CaseIterable, Codable, Sendable, ExpressibleByArgument {
    /// Nacre's embedded engine.
    case nacre

    /// LMDB called from C, one thread, the same bytes: the ceiling.
    case lmdb

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
    /// Whether its stores are on a server, which must be named or started.
    var needsServer: Bool { format == .postgres }
}

extension EngineName {
    /// The format of a store's files: engines of one format read each other's stores.
    enum Format: String, Hashable, CaseIterable, Sendable {
        case nacre
        case memory
        case sqlite
        case postgres
    }

    /// The format of the engine's stores.
    var format: Format {
        switch self {
        case .nacre, .lmdb: .nacre
        case .memory: .memory
        case .sqlite, .sqliteLarge, .sqliteGroup, .sqliteGroupLarge: .sqlite
        case .postgres, .postgresGroup: .postgres
        }
    }
}

extension EngineName {
    /// One engine in several settings; a user would choose the better one, so that one counts.
    struct Settings: Sendable {
        /// The engine's name, independent of the setting.
        var name: EngineName

        /// All settings, the engine's own first.
        var all: [EngineName]
    }

    /// The engines with several settings.
    static let settings = [
        Settings(name: .sqlite, all: [.sqlite, .sqliteLarge]),
        Settings(name: .sqliteGroup, all: [.sqliteGroup, .sqliteGroupLarge]),
        Settings(name: .postgres, all: [.postgres, .postgresGroup]),
    ]
}
