enum PostgresSettings {
    /// The settings that determine write speed and durability.
    static let shown = [
        "fsync", "synchronous_commit", "full_page_writes", "wal_sync_method", "wal_level", "shared_buffers",
        "wal_buffers", "max_wal_size", "checkpoint_timeout", "data_checksums", "commit_delay",
    ]

    /// The durability of a connection's commits, as the server reports it: full if a commit waits until its log is
    /// synced.
    static func durability(of connection: PostgresConnection) throws(PostgresError) -> Durability {
        let answers = try connection.rows("SELECT current_setting('fsync'), current_setting('synchronous_commit')")
        // Every level except off waits at least for the server's own disk.
        let isFull = answers.text(row: 0, column: 0) == "on" && answers.text(row: 0, column: 1) != "off"
        return isFull ? .full : .unsynced
    }

    /// The version and settings in one line for reports, including the settings of the stores' connections.
    static func line(_ connection: PostgresConnection, _ durability: Durability) throws(PostgresError) -> String {
        try connection.execute("SET synchronous_commit = \(durability == .full ? "on" : "off")")
        let columns = (["server_version"] + shown).map { "current_setting('\($0)')" }.joined(separator: ", ")
        let answers = try connection.rows("SELECT \(columns)")
        let settings = shown.indices.map { "\(shown[$0]) \(answers.text(row: 0, column: $0 + 1))" }
        return "PostgreSQL \(answers.text(row: 0, column: 0)) (\(settings.joined(separator: ", ")))"
    }
}
