import Foundation

/// The server that holds the stores of a workspace, as recorded in a file at the top of the workspace.
///
/// The server is found from a store's folder, in any process: a worker needs no more information than for an engine
/// whose stores are files.
struct PostgresAddress: Hashable, Sendable, Codable {
    /// The connection string for libpq.
    var connection: String

    /// The prefix of the names of all schemas that this workspace creates on the server.
    var prefix: String

    /// Whether the harness started the server and may administer it beyond its stores.
    var isOwn: Bool

    static let fileName = "postgres-server.json"

    init(connection: String, isOwn: Bool) {
        self.connection = connection
        self.isOwn = isOwn
        prefix = "nacre_bench_" + String(UInt64.random(in: 0 ... .max), radix: 36) + "_"
    }

    /// Writes the file, readable by its owner only: a connection string may hold a password.
    func write(to folder: URL) throws {
        let file = folder.appendingPathComponent(Self.fileName)
        let contents = try JSONEncoder().encode(self)
        guard
            FileManager.default.createFile(
                atPath: file.path, contents: contents, attributes: [.posixPermissions: 0o600])
        else { throw HarnessError(.cannotCreate, "\(file.path) cannot be written") }
    }

    /// Finds the address that applies to a folder: in it, or in the nearest folder above that has one.
    ///
    /// - Throws: ``HarnessError`` if there is none, or it cannot be read.
    static func find(from folder: URL) throws -> PostgresAddress {
        var place = folder.standardizedFileURL
        while true {
            if let data = FileManager.default.contents(atPath: place.appendingPathComponent(fileName).path) {
                return try JSONDecoder().decode(PostgresAddress.self, from: data)
            }
            guard place.path != "/" else { break }
            place.deleteLastPathComponent()
        }
        throw HarnessError(
            .unavailable,
            "no server is named for the store in \(folder.path): a store on PostgreSQL lives in the workspace of a "
                + "command with --start-server or --postgres, and is not kept beyond it")
    }
}
