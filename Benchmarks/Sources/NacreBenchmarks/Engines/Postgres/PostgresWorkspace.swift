import Foundation

/// The server behind the stores of a workspace: found or started, and named in the workspace for whoever opens a store.
enum PostgresWorkspace {
    /// Where the server is.
    enum Source: Hashable, Sendable {
        /// Wherever a connection string says.
        case connection(String)

        /// In the workspace, started for it.
        case started
    }

    /// Makes a server ready for a workspace, which lets go of it when it is removed; the server's version and settings,
    /// for reports.
    ///
    /// - Throws: ``HarnessError`` where there is no server, with what to do about it.
    static func prepare(
        _ source: Source, in workspace: Workspace, _ durability: Durability
    ) async throws -> String {
        let address: PostgresAddress
        switch source {
        case .connection(let connection): address = PostgresAddress(connection: connection, isOwn: false)
        case .started:
            let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
            let binaries = try PostgresBinaries(path: path)
            let server = PostgresServer(below: workspace.folder, durability)
            // Before it starts: an interruption stops it, however far it is.
            workspace.holders.add(server)
            address = try await server.start(binaries)
        }
        return try await onDedicatedThread {
            do {
                let connection = try PostgresConnection(address.connection)
                guard connection.serverVersion >= 140_000 else {
                    throw HarnessError(
                        .unavailable,
                        "the server has version \(connection.serverVersion / 10_000): 14 is the oldest that will do")
                }
                try address.write(to: workspace.folder)
                workspace.holders.add(PostgresStoreHolder(address: address, workspace: workspace.folder))
                return try PostgresSettings.line(connection, durability)
            } catch let error as PostgresError {
                throw HarnessError(
                    .unavailable,
                    "the PostgreSQL server cannot be reached: \(error.message); name another with --postgres, or have one "
                        + "started with --start-server")
            }
        }
    }
}
