import ArgumentParser

/// The location of the server, for engines that need one.
struct ServerOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            """
            The server of the engines postgres and postgres-group, in libpq's syntax: a URL, or keywords such as \
            'host=/run/postgresql dbname=bench'. Each store is a schema named nacre_bench_ and random letters, which is \
            dropped afterwards.
            """, valueName: "connection-string"))
    var postgres: String?

    @Flag(
        help: """
            Start a PostgreSQL server for the engines postgres and postgres-group in the folder of the stores, and \
            remove it afterwards. Under root it runs as the user postgres, or nobody.
            """)
    var startServer = false

    func validate() throws {
        if postgres != nil, startServer {
            throw ValidationError("--postgres and --start-server name two servers: leave one of them out")
        }
    }

    /// Throws if an engine needs a server and no server is given.
    func validate(for engines: [EngineName]) throws {
        guard source == nil, let engine = engines.first(where: \.needsServer) else { return }
        throw ValidationError(
            "the engine \(engine.rawValue) needs a server: start one with --start-server, or name one with "
                + "--postgres 'CONNECTION STRING'")
    }

    /// Whether an engine's stores are on the disk whose sync rate the harness probes; unknown for a server that the
    /// harness did not start.
    func syncsToProbedDisk(_ engine: EngineName) -> Bool { !engine.needsServer || postgres == nil }

    /// The server's location; `nil` if none is given.
    var source: PostgresWorkspace.Source? { postgres.map { .connection($0) } ?? (startServer ? .started : nil) }
}
