import Foundation

/// The server behind the stores of a workspace: found or started, and recorded in the workspace.
package enum PostgresWorkspace {
    package enum Source: Hashable, Sendable {
        /// An existing server, by connection string.
        case connection(String)

        /// A server in the workspace, started for it.
        case started
    }

    /// Prepares a server for a workspace and returns its version and settings, for reports.
    ///
    /// The workspace stops using the server when it is removed.
    ///
    /// - Throws: ``HarnessError`` with a remedy if there is no server.
    package static func prepare(
        _ source: Source, in workspace: Workspace, _ durability: Durability
    ) async throws -> String {
        let address: PostgresAddress
        switch source {
        case .connection(let connection): address = PostgresAddress(connection: connection, isOwn: false)
        case .started:
            let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
            let binaries = try PostgresBinaries(path: path)
            let server = PostgresServer(below: workspace.folder, durability)
            // Registered before it starts: an interruption then stops it at any stage of starting.
            workspace.holders.add(server)
            address = try await server.start(binaries)
        }
        return try await onDedicatedThread {
            do {
                let connection = try PostgresConnection(address.connection)
                guard connection.serverVersion >= 140_000 else {
                    throw HarnessError(
                        .unavailable,
                        "the server has version \(connection.serverVersion / 10_000): version 14 or later is needed")
                }
                try address.write(to: workspace.folder)
                workspace.holders.add(PostgresStoreHolder(address: address, workspace: workspace.folder))
                return try PostgresSettings.line(connection, durability)
            } catch let error as PostgresError {
                throw HarnessError(
                    .unavailable,
                    "the PostgreSQL server cannot be reached: \(error.message); name another with --postgres, or start "
                        + "one with --start-server")
            }
        }
    }
}
