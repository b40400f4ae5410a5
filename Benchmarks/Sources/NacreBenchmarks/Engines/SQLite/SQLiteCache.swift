/// How much memory and write-ahead log SQLite is given.
enum SQLiteCache: CaseIterable, Sendable {
    /// What SQLite gives itself: about 2 MiB of pages, a checkpoint every 1,000 pages.
    case `default`

    /// 256 MiB of pages, a checkpoint every 256 MiB, and the file mapped as far as SQLite can.
    case large

    /// The pragmas that a connection begins with.
    var pragmas: [String] {
        switch self {
        case .default: []
        case .large:
            [
                "PRAGMA cache_size = -262144",
                "PRAGMA wal_autocheckpoint = 65536",
                "PRAGMA temp_store = MEMORY",
                // The greatest map that SQLite is built for; what lies beyond it is read with calls.
                "PRAGMA mmap_size = 2147418112",
            ]
        }
    }
}
