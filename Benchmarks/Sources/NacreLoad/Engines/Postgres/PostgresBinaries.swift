import Foundation

/// The programs of a PostgreSQL server on this machine.
struct PostgresBinaries: Hashable, Sendable {
    /// The folder that holds `initdb` and `postgres`.
    let folder: URL

    var initdb: URL { folder.appendingPathComponent("initdb") }

    var postgres: URL { folder.appendingPathComponent("postgres") }

    /// Finds the newest of Debian's installations, else one in the search path.
    ///
    /// - Throws: ``HarnessError`` if there is none.
    init(debian: String = "/usr/lib/postgresql", path: String) throws {
        let versions = ((try? FileManager.default.contentsOfDirectory(atPath: debian)) ?? [])
            .sorted { $0.compare($1, options: .numeric) == .orderedDescending }
        let folders = versions.map { "\(debian)/\($0)/bin" } + path.split(separator: ":").map(String.init)
        let found = folders.first { folder in
            ["initdb", "postgres"].allSatisfy { FileManager.default.isExecutableFile(atPath: "\(folder)/\($0)") }
        }
        guard let found else {
            throw HarnessError(
                .unavailable,
                "no PostgreSQL server is installed, which --start-server starts: there is no initdb with postgres in "
                    + "\(debian)/*/bin nor in PATH; install it (Debian: apt-get install postgresql), or name a server "
                    + "with --postgres")
        }
        folder = URL(fileURLWithPath: found, isDirectory: true)
    }
}

/// The user that a server runs as.
struct PostgresAccount: Hashable, Sendable {
    let name: String

    /// The user ID and its group ID.
    let user: UInt32
    let group: UInt32

    /// Whether the harness runs as another user that can switch to this one.
    let isSwitched: Bool

    /// The user of this process; if that is root, which PostgreSQL refuses, the user `postgres`, else `nobody`.
    ///
    /// - Throws: ``HarnessError`` if the user is root and neither account exists.
    init() throws {
        guard geteuid() == 0 else {
            (name, user, group, isSwitched) = (NSUserName(), geteuid(), getegid(), false)
            return
        }
        for name in ["postgres", "nobody"] {
            guard let entry = getpwnam(name)?.pointee else { continue }
            (self.name, user, group, isSwitched) = (name, entry.pw_uid, entry.pw_gid, true)
            return
        }
        throw HarnessError(
            .unavailable,
            "PostgreSQL does not run as root, and the system has neither a user postgres nor nobody: run nacre-bench "
                + "as another user, or name a server with --postgres")
    }

    func call(_ program: URL, _ arguments: [String], loggingTo log: URL) -> StartedProcess.Call {
        let setpriv = ["--reuid=\(user)", "--regid=\(group)", "--clear-groups", "--", program.path]
        return StartedProcess.Call(
            executable: isSwitched ? URL(fileURLWithPath: "/usr/bin/setpriv") : program,
            arguments: (isSwitched ? setpriv : []) + arguments,
            // That user may have no access to the current directory.
            directory: URL(fileURLWithPath: "/"), output: .endOfFile(log), errors: .endOfFile(log))
    }
}
