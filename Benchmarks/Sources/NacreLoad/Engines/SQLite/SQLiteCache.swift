/// The sizes of SQLite's page cache and write-ahead log.
package enum SQLiteCache: CaseIterable, Sendable {
    /// SQLite's defaults: about 2 MiB of pages, a checkpoint every 1,000 pages.
    case `default`

    /// 256 MiB of pages, a checkpoint every 256 MiB, and the file mapped as far as SQLite can.
    case large

    /// The initial pragmas of a connection.
    package var pragmas: [String] {
        switch self {
        case .default: []
        case .large:
            [
                "PRAGMA cache_size = -262144",
                "PRAGMA wal_autocheckpoint = 65536",
                "PRAGMA temp_store = MEMORY",
                // The largest memory map that SQLite supports; the rest of the file is read with system calls.
                "PRAGMA mmap_size = 2147418112",
            ]
        }
    }
}
