import Foundation
import Synchronization

/// A PostgreSQL server that the harness runs on a socket that no other user can open.
///
/// Its files are in a folder of the workspace, or of its user if that user cannot access the workspace. The server
/// stops and its files are removed together with the workspace. If the harness is killed, the server stops too, and its
/// files remain, as those of other engines do.
final class PostgresServer: StoreHolder {
    private struct State {
        var process: StartedProcess?
        var watch: ServerWatch?
        var socketFolder: URL?
        var place: PostgresPlace?
        var isStopped = false

        /// Whether a process is being started; its ID is recorded as soon as it runs.
        var isStarting = false
    }

    /// The folder of the server's files, unless its user cannot access it.
    private let folder: URL

    private let durability: Durability
    private let state = Mutex(State())

    /// The server's settings that differ from the defaults.
    ///
    /// The other defaults keep PostgreSQL's usual safety, above all full pages in the write-ahead log. The WAL level is
    /// below `replica`, because there is no replica.
    static func settings(_ durability: Durability) -> [(name: String, value: String)] {
        #if canImport(Darwin)
            // The default syncs only as far as the drive's cache.
            let synced = [(name: "wal_sync_method", value: "fsync_writethrough")]
        #else
            let synced: [(name: String, value: String)] = []
        #endif
        return synced + [
            ("fsync", durability == .full ? "on" : "off"),
            ("synchronous_commit", durability == .full ? "on" : "off"),
            ("shared_buffers", "256MB"),
            ("wal_level", "minimal"),
            ("max_wal_senders", "0"),
            ("max_wal_size", "4GB"),
            ("min_wal_size", "256MB"),
            ("checkpoint_timeout", "15min"),
            ("max_connections", "400"),
            ("listen_addresses", ""),
            ("unix_socket_permissions", "0700"),
        ]
    }

    /// Describes a server without starting it; its files go below the workspace, on the disk that is measured.
    init(below workspace: URL, _ durability: Durability) {
        self.durability = durability
        folder = workspace.appendingPathComponent("postgres", isDirectory: true)
    }

    /// Creates the server's files, starts it, and waits until it answers.
    func start(_ binaries: PostgresBinaries) async throws -> PostgresAddress {
        let account = try PostgresAccount()
        let place = try await PostgresPlace(folder, for: account)
        let folder = place.folder
        state.withLock { $0.place = place }
        let data = folder.appendingPathComponent("data").path
        let log = folder.appendingPathComponent("log")
        let initdb = account.call(
            binaries.initdb,
            [
                "--pgdata=\(data)", "--username=postgres", "--auth-local=trust", "--auth-host=reject",
                "--encoding=UTF8", "--locale=C", "--no-sync",
            ], loggingTo: log)
        let made = try await start({ try await StartedProcess(initdb) }, note: { $0.process = $1 })
        guard await made.ending() == .exit(0) else {
            throw HarnessError(.unavailable, "initdb failed: \(Self.end(of: log))")
        }
        let sockets = try makeSocketFolder(in: folder, for: account)
        let arguments = Self.settings(durability).flatMap { ["-c", "\($0.name)=\($0.value)"] }
        let postgres = account.call(
            binaries.postgres, ["-D", data, "-c", "unix_socket_directories=\(sockets.path)"] + arguments,
            loggingTo: log)
        let server = try await start({ try await StartedProcess(postgres) }, note: { $0.process = $1 })
        _ = try await start({ try await ServerWatch(over: server) }, note: { $0.watch = $1 })
        let quoted = sockets.path
            .replacingOccurrences(of: "\\", with: "\\\\").replacingOccurrences(of: "'", with: "\\'")
        let address = PostgresAddress(
            connection: "host='\(quoted)' port=5432 user=postgres dbname=postgres connect_timeout=10", isOwn: true)
        try await waitUntilReady(server, address, log)
        return address
    }

    /// The folder of the socket: the server's own, unless its path exceeds the limit for sockets.
    private func makeSocketFolder(in folder: URL, for account: PostgresAccount) throws -> URL {
        let longest = 107 - "/.s.PGSQL.5432.lock".utf8.count
        guard folder.path.utf8.count > longest else { return folder }
        let short = URL(fileURLWithPath: "/tmp/nacre-bench-\(getpid())-\(UInt32.random(in: 0 ... .max))")
        try reporting("cannot create a folder at \(short.path)", as: .cannotCreate) {
            try FileManager.default.createDirectory(
                at: short, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
        }
        state.withLock { $0.socketFolder = short }
        guard chown(short.path, account.user, account.group) == 0 else {
            throw HarnessError(.cannotCreate, "\(short.path) cannot be given to \(account.name)")
        }
        return short
    }

    /// Starts a process that ``stop()`` waits for and ends, unless the server was stopped.
    private func start<Started: Sendable>(
        _ start: () async throws -> Started, note: (inout State, Started) -> Void
    ) async throws -> Started {
        let stopped = HarnessError(.unavailable, "the server was stopped before it started")
        let mayStart = state.withLock { state in
            state.isStarting = !state.isStopped
            return state.isStarting
        }
        guard mayStart else {
            // Also ends what was started since the first stop.
            stop()
            throw stopped
        }
        let started: Started
        do {
            started = try await start()
        } catch {
            state.withLock { $0.isStarting = false }
            guard let error = error as? HarnessError, error.kind == .other else { throw error }
            throw HarnessError(.unavailable, error.message)
        }
        let isStopped = state.withLock { state in
            note(&state, started)
            state.isStarting = false
            return state.isStopped
        }
        guard !isStopped else {
            // The earlier stop may have timed out while it waited for this start.
            stop()
            throw stopped
        }
        return started
    }

    private func waitUntilReady(_ server: StartedProcess, _ address: PostgresAddress, _ log: URL) async throws {
        try await onDedicatedThread {
            let deadline = monotonicNanoseconds() + 60_000_000_000
            while true {
                do {
                    _ = try PostgresConnection(address.connection)
                    return
                } catch {
                    guard server.isRunning, monotonicNanoseconds() < deadline else {
                        throw HarnessError(.unavailable, "the server does not start (\(error)): \(Self.end(of: log))")
                    }
                }
                usleep(20_000)
            }
        }
    }

    private static func end(of log: URL) -> String {
        let text = String(decoding: FileManager.default.contents(atPath: log.path) ?? Data(), as: UTF8.self)
        return text.split(whereSeparator: \.isNewline).suffix(5).joined(separator: "; ")
    }

    func letGo(of folder: URL) {
        let path = folder.standardizedFileURL.path
        guard self.folder.standardizedFileURL.path.hasPrefix(path + "/") else { return }
        stop()
    }

    /// Ends the server immediately, and waits until it has ended: its unwritten data is not needed.
    func stop() {
        state.withLock { $0.isStopped = true }
        let deadline = monotonicNanoseconds() + 10_000_000_000
        while state.withLock(\.isStarting), monotonicNanoseconds() < deadline { usleep(1_000) }
        let (process, watch, socketFolder, place) = state.withLock {
            ($0.process, $0.watch, $0.socketFolder, $0.place)
        }
        watch?.end()
        if let process { Self.end(process) }
        // A folder outside the workspace that held the socket only.
        if let socketFolder { try? FileManager.default.removeItem(at: socketFolder) }
        // A folder in the workspace is removed with it.
        if let place, place.isElsewhere { try? FileManager.default.removeItem(at: place.folder) }
    }

    /// Ends a process of the server immediately, and waits until it has ended.
    private static func end(_ process: StartedProcess) {
        if process.isRunning { kill(process.processID, SIGQUIT) }
        let deadline = monotonicNanoseconds() + 10_000_000_000
        while process.isRunning {
            if monotonicNanoseconds() > deadline { kill(process.processID, SIGKILL) }
            usleep(5_000)
        }
    }
}

/// A shell that ends a server if the harness can no longer do so.
///
/// It reads a pipe whose only writer is the harness, and which is closed when the harness ends, in any way.
final class ServerWatch: Sendable {
    private let process: StartedProcess
    private let input: FileHandle

    init(over server: StartedProcess) async throws {
        let pipe = Pipe()
        process = try await StartedProcess(
            .init(
                executable: URL(fileURLWithPath: "/bin/sh"),
                arguments: [
                    // A signal that ends all processes must leave this one running until the server has to end.
                    "-c", "trap '' HUP INT TERM; while read -r _; do :; done; kill -QUIT \"$0\"",
                    "\(server.processID)",
                ],
                directory: URL(fileURLWithPath: "/"), input: .handle(pipe.fileHandleForReading), errors: .null))
        // The descriptor is closed even if closing returns an error.
        try? pipe.fileHandleForReading.close()
        input = pipe.fileHandleForWriting
    }

    /// Ends the watch, before the server ends: afterwards, the server's process ID may be reused.
    func end() {
        while process.isRunning {
            kill(process.processID, SIGKILL)
            usleep(1_000)
        }
    }
}
