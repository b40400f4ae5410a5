import ArgumentParser

/// What is measured.
enum EngineName: String, CaseIterable, Codable, Sendable, ExpressibleByArgument {
    /// Nacre's embedded engine.
    case nacre

    /// LMDB called from C, one thread, the same bytes: the ceiling.
    case lmdb

    /// Nacre's store in memory, which keeps nothing: what the model costs without a disk.
    case memory

    /// GRDB on SQLite, one transaction an append: what a Swift developer would use instead.
    case sqlite

    /// The same with a large page cache and write-ahead log.
    case sqliteLarge = "sqlite-large"

    /// GRDB on SQLite behind a queue, one transaction for all appends that wait.
    case sqliteGroup = "sqlite-group"

    /// The same with a large page cache and write-ahead log.
    case sqliteGroupLarge = "sqlite-group-large"

    /// A table on a PostgreSQL server, one transaction an append: what is used where a database is run already.
    case postgres

    /// The same behind a queue, one transaction for all appends that wait.
    case postgresGroup = "postgres-group"
}

extension EngineName {
    /// Whether its stores are on a server, which has to be named or started.
    var needsServer: Bool { format == .postgres }
}

extension EngineName {
    /// What the files of a store are: engines of one format read each other's stores.
    enum Format: String, Hashable, CaseIterable, Sendable {
        case nacre
        case memory
        case sqlite
        case postgres
    }

    /// What the files of the engine's stores are.
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
    /// One engine in several settings: of them the better one is what a user would choose, and what counts.
    struct Settings: Sendable {
        /// What the engine is called whichever the setting.
        var name: EngineName

        /// All settings, the engine's own first.
        var all: [EngineName]
    }

    /// The engines that there are in several settings.
    static let settings = [
        Settings(name: .sqlite, all: [.sqlite, .sqliteLarge]),
        Settings(name: .sqliteGroup, all: [.sqliteGroup, .sqliteGroupLarge]),
        Settings(name: .postgres, all: [.postgres, .postgresGroup]),
    ]
}
