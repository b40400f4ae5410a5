import Foundation

#if canImport(CDispatch)
    // On Linux, several modules define the system's types, and the compiler may find this one's.
    import CDispatch
#endif

/// The place of a server's files: a folder accessible to the user that the server runs as.
///
/// Root may start the harness in a folder that other users cannot enter, such as its home. PostgreSQL does not run as
/// root.
struct PostgresPlace {
    /// The folder of the server's files, which is empty and owned by the user.
    let folder: URL

    /// Whether it differs from the requested folder, and is therefore removed with the server.
    let isElsewhere: Bool

    /// Creates the requested folder, or, if the user cannot access it, one in the first accessible alternative, folders
    /// on the same disk first.
    ///
    /// - Throws: ``HarnessError`` if no folder can be created that the user can access.
    init(
        _ wanted: URL, for account: PostgresAccount, orBelow others: [String] = ["/var/tmp", "/tmp"]
    ) async throws {
        try Self.make(wanted)
        guard account.isSwitched else {
            (folder, isElsewhere) = (wanted, false)
            return
        }
        // The user must traverse the workspace, but can read only its own files there.
        let workspace = wanted.deletingLastPathComponent()
        guard chmod(workspace.path, 0o711) == 0 else {
            throw HarnessError(
                .cannotCreate, "\(workspace.path) cannot be opened to \(account.name): \(Self.reason)")
        }
        if try await Self.give(wanted, to: account) {
            (folder, isElsewhere) = (wanted, false)
            return
        }
        let disk = Self.disk(wanted.path)
        try FileManager.default.removeItem(at: wanted)
        let name = "nacre-bench-postgres-\(getpid())-\(UInt32.random(in: 0 ... .max))"
        for other in others.filter({ Self.disk($0) == disk }) + others.filter({ Self.disk($0) != disk }) {
            let place = URL(fileURLWithPath: other).appendingPathComponent(name, isDirectory: true)
            guard (try? Self.make(place)) != nil else { continue }
            guard try await Self.give(place, to: account) else {
                try FileManager.default.removeItem(at: place)
                continue
            }
            standardError(
                "nacre-bench: PostgreSQL's files are in \(place.path), as its user \(account.name) cannot reach "
                    + workspace.path
                    + (Self.disk(place.path) == disk ? "" : ": that is ANOTHER DISK, and its figures are that disk's"))
            (folder, isElsewhere) = (place, true)
            return
        }
        throw HarnessError(
            .cannotCreate,
            "the server's user \(account.name) can access neither \(workspace.path) nor "
                + "\(others.joined(separator: ", ")): use --directory to name a folder that all users can access, or "
                + "run nacre-bench as a user other than root")
    }

    private static func make(_ folder: URL) throws {
        try reporting("cannot create a folder at \(folder.path)", as: .cannotCreate) {
            try FileManager.default.createDirectory(
                at: folder, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
        }
    }

    /// Makes the user the owner of a folder; `false` if the user cannot write there.
    private static func give(_ folder: URL, to account: PostgresAccount) async throws -> Bool {
        guard chown(folder.path, account.user, account.group) == 0 else {
            throw HarnessError(.cannotCreate, "\(folder.path) cannot be given to \(account.name): \(reason)")
        }
        let looking = try await StartedProcess(
            account.call(
                URL(fileURLWithPath: "/usr/bin/test"), ["-w", folder.path],
                loggingTo: URL(fileURLWithPath: "/dev/null")))
        return await looking.ending() == .exit(0)
    }

    /// The device number of a folder's disk; `nil` if the folder does not exist.
    private static func disk(_ path: String) -> UInt64? {
        var status = stat()
        return stat(path, &status) == 0 ? UInt64(status.st_dev) : nil
    }

    private static var reason: String { String(cString: strerror(errno)) }
}
