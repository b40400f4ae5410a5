import Foundation

/// The store of a folder: a schema on a server, named by a file in the folder.
struct PostgresStore: Hashable, Sendable {
    let address: PostgresAddress
    let schema: String
    static let fileName = "postgres-schema"

    /// A server lock that serializes the creation of stores.
    private static let makingLock = 0x6E61_6372

    /// Finds the store of a folder below a workspace with a server, or creates it.
    ///
    /// - Throws: ``PostgresError``; ``HarnessError`` if there is no server, or the folder is not writable.
    init(_ folder: URL) throws {
        address = try PostgresAddress.find(from: folder)
        let file = folder.appendingPathComponent(Self.fileName)
        if let schema = Self.schema(in: file) {
            self.schema = schema
            return
        }
        let connection = try PostgresConnection(address.connection)
        try connection.execute(PostgresSchema.connectionSettings)
        // Pending writes of earlier stores must not be charged to this one.
        if address.isOwn { try connection.execute("CHECKPOINT") }
        try connection.execute("SELECT pg_advisory_lock(\(Self.makingLock))")
        // Another process may have created it.
        if let schema = Self.schema(in: file) {
            self.schema = schema
            return
        }
        schema = address.prefix + String(UInt64.random(in: 0 ... .max), radix: 36)
        try connection.execute("CREATE SCHEMA \(schema); SET search_path = \(schema)")
        let lock = try connection.rows("SELECT to_regnamespace('\(schema)')::oid::int8").integer(row: 0, column: 0)
        try connection.execute(PostgresSchema.tables(lock: lock | 0x6E61_6372 << 32))
        do {
            try Data(schema.utf8).write(to: file, options: .atomic)
        } catch {
            try connection.execute("DROP SCHEMA \(schema) CASCADE")
            throw HarnessError(.cannotCreate, "cannot create a store in \(folder.path): \(error)")
        }
    }

    /// Connects to the server, with the store's tables in the search path.
    func connect(_ durability: Durability) throws(PostgresError) -> PostgresConnection {
        let connection = try PostgresConnection(address.connection)
        try connection.execute(PostgresSchema.connectionSettings)
        let level = durability == .full ? "on" : "off"
        try connection.execute("SET search_path = \(schema); SET synchronous_commit = \(level)")
        return connection
    }

    /// The schemas named by files in a folder, and below it.
    static func schemas(below folder: URL) -> [String] {
        let names = FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String } ?? []
        return names.filter { ($0 as NSString).lastPathComponent == fileName }.compactMap {
            schema(in: folder.appendingPathComponent($0))
        }
    }

    private static func schema(in file: URL) -> String? {
        FileManager.default.contents(atPath: file.path).map { String(decoding: $0, as: UTF8.self) }
    }
}

/// Drops the schemas of removed stores.
struct PostgresStoreHolder: StoreHolder {
    let address: PostgresAddress

    /// The workspace: removing it drops everything that it created on the server.
    let workspace: URL

    func letGo(of folder: URL) throws {
        let isAll = folder.standardizedFileURL == workspace.standardizedFileURL
        // A server that the harness started is removed with the workspace.
        if isAll, address.isOwn { return }
        let named = PostgresStore.schemas(below: folder)
        guard isAll || !named.isEmpty else { return }
        let connection = try PostgresConnection(address.connection)
        for schema in isAll ? try Self.schemas(of: address, on: connection) : named {
            try connection.execute("SET client_min_messages = warning; DROP SCHEMA IF EXISTS \(schema) CASCADE")
        }
    }

    /// All schemas on the server that the workspace created.
    static func schemas(of address: PostgresAddress, on connection: PostgresConnection) throws -> [String] {
        let found = try connection.rows(
            "SELECT nspname::text FROM pg_namespace WHERE starts_with(nspname, '\(address.prefix)')")
        return (0..<found.rows).map { found.text(row: $0, column: 0) }
    }
}
