/// Checks a PostgreSQL store with the extension `amcheck`.
enum PostgresCheck {
    /// Checks whether the pages of a store's tables are sound, and whether its indexes match its tables.
    ///
    /// A server that the harness does not own may lack the extension.
    static func faults(of store: PostgresStore) throws -> [String] {
        let connection = try PostgresConnection(store.address.connection)
        try connection.execute("SET client_min_messages = warning; SET search_path = \(store.schema), public")
        // Nothing is installed on a server that the harness does not own.
        if store.address.isOwn { try connection.execute("CREATE EXTENSION IF NOT EXISTS amcheck SCHEMA public") }
        let installed = try connection.rows("SELECT count(*) FROM pg_extension WHERE extname = 'amcheck'")
        guard installed.integer(row: 0, column: 0) == 1 else { return [] }
        var faults: [String] = []
        let tables = try relations(of: store, kind: "r", connection)
        for table in tables {
            let rows = try connection.rows("SELECT coalesce(msg, '') FROM verify_heapam('\(table)'::regclass)")
            for row in 0..<rows.rows { faults.append("\(table): \(rows.text(row: row, column: 0))") }
        }
        for index in try relations(of: store, kind: "i", connection) {
            do {
                _ = try connection.rows("SELECT bt_index_check('\(index)'::regclass, true)")
            } catch {
                // XX001 and XX002: data or an index is corrupted. Any other error is not a finding.
                guard ["XX001", "XX002"].contains(error.sqlState) else { throw error }
                faults.append("\(index): \(error.message)")
            }
        }
        return faults
    }

    private static func relations(
        of store: PostgresStore, kind: Character, _ connection: PostgresConnection
    ) throws(PostgresError) -> [String] {
        let rows = try connection.rows(
            """
            SELECT oid::regclass::text FROM pg_class
                WHERE relnamespace = '\(store.schema)'::regnamespace AND relkind = '\(kind)' ORDER BY relname
            """)
        return (0..<rows.rows).map { rows.text(row: $0, column: 0) }
    }
}
