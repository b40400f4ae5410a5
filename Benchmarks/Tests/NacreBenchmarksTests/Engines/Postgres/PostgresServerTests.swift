import ArgumentParser
import Foundation
import Nacre
import Testing

@testable import NacreBenchmarks
@testable import NacreLoad

@Suite struct PostgresServerTests {
    @Test func `a call starts a server, reports its settings, and removes it`() async throws {
        try await withTemporaryFolder { folder in
            let path = folder.appendingPathComponent("report.json").path
            let command = try #require(
                try BenchmarkCommand.parseAsRoot([
                    "append", "--engine", "postgres", "--start-server", "--writers", "3", "--streams", "6", "--events",
                    "30", "--runs", "1", "--slice-seconds", "60", "--payload-bytes", "32", "--directory", folder.path,
                    "--json", path,
                ]) as? AppendCommand)
            try await command.run()
            let report = try ReportFile.read(path)
            #expect(report.passed)
            #expect(report.runs.map(\.durability) == [.full])
            let settings = try #require(report.environment.postgres)
            #expect(settings.contains("fsync on, synchronous_commit on"))
            #expect(settings.contains("shared_buffers 256MB"))
            let lines = ReportTable(title: "", labels: ["postgres"], report: report).lines
            #expect(lines.contains(settings))
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["report.json"])
        }
    }

    @Test func `a server ends with its workspace, also where its path is too long for a socket`() async throws {
        try await withTemporaryFolder { outer in
            let long = outer.appendingPathComponent(String(repeating: "long", count: 30))
            try FileManager.default.createDirectory(at: long, withIntermediateDirectories: false)
            let workspace = try Workspace(below: long)
            _ = try await PostgresWorkspace.prepare(.started, in: workspace, .unsynced)
            let address = try PostgresAddress.find(from: workspace.folder.appendingPathComponent("store"))
            try await onDedicatedThread { try PostgresConnection(address.connection).execute("SELECT 1") }
            try workspace.remove()
            try await onDedicatedThread {
                _ = #expect(throws: PostgresError.self) { try PostgresConnection(address.connection) }
            }
            #expect(try FileManager.default.contentsOfDirectory(atPath: long.path) == [])
        }
    }

    @Test func `an interruption ends the server and removes its files`() async throws {
        try await withTemporaryFolder { folder in
            let (ending, connection) = try await end(by: SIGINT, in: folder)
            #expect(ending == .exit(130))
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == [])
            try await onDedicatedThread {
                _ = #expect(throws: PostgresError.self) { try PostgresConnection(connection) }
            }
        }
    }

    @Test(.timeLimit(.minutes(10)))
    func `the server ends when its call is killed`() async throws {
        try await withTemporaryFolder { folder in
            let (ending, connection) = try await end(by: SIGKILL, in: folder)
            #expect(ending.isKill)
            while try await onDedicatedThread({ (try? PostgresConnection(connection)) != nil }) {
                try await Task.sleep(for: .milliseconds(20))
            }
        }
    }

    /// Starts a call that starts a server, and sends it a signal once the server answers.
    ///
    /// - Returns: How the call ended, and how its server was reached.
    private func end(
        by number: Int32, in folder: URL
    ) async throws -> (ending: StartedProcess.Ending, connection: String) {
        let process = try await StartedProcess(
            .init(
                executable: ChildProcess.executable,
                arguments: [
                    "append", "--engine", "postgres", "--start-server", "--writers", "4", "--streams", "8",
                    "--slice-seconds", "600", "--directory", folder.path,
                ], errors: .null))
        // The address is written once the server answers.
        var address: PostgresAddress?
        while address == nil, process.isRunning {
            let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
            address = names.first.flatMap { try? PostgresAddress.find(from: folder.appendingPathComponent($0)) }
            try await Task.sleep(for: .milliseconds(20))
        }
        kill(process.processID, number)
        return (await process.ending(), try #require(address).connection)
    }

    @Test(.enabled(if: geteuid() == 0, "Only root starts the server as another user."))
    func `below a folder closed to other users, root's server keeps its files elsewhere until it stops`()
        async throws
    {
        try await Gate.stores.pass {
            try await withTemporaryFolder { outer in
                let home = outer.appendingPathComponent("home", isDirectory: true)
                let workspace = home.appendingPathComponent("workspace", isDirectory: true)
                try FileManager.default.createDirectory(at: workspace, withIntermediateDirectories: true)
                #expect(chmod(home.path, 0o700) == 0)
                let server = PostgresServer(below: workspace, .unsynced)
                let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
                let address = try await server.start(PostgresBinaries(path: path))
                let data = try await onDedicatedThread {
                    try PostgresConnection(address.connection).rows("SHOW data_directory").text(row: 0, column: 0)
                }
                #expect(!data.hasPrefix(home.path))
                #expect(FileManager.default.fileExists(atPath: data))
                server.stop()
                #expect(!FileManager.default.fileExists(atPath: data))
            }
        }
    }

    @Test(.enabled(if: geteuid() == 0, "Only root starts the server as another user."))
    func `the message names the folders and the remedy if the server's user can enter none`() async throws {
        try await withTemporaryFolder { outer in
            #expect(chmod(outer.path, 0o700) == 0)
            let workspace = outer.appendingPathComponent("workspace", isDirectory: true)
            try FileManager.default.createDirectory(at: workspace, withIntermediateDirectories: true)
            let account = try PostgresAccount()
            let error = await #expect(throws: HarnessError.self) {
                try await PostgresPlace(
                    workspace.appendingPathComponent("postgres"), for: account, orBelow: [outer.path, "/nowhere"])
            }
            #expect(error?.message.contains("--directory") == true)
            #expect(try FileManager.default.contentsOfDirectory(atPath: outer.path) == ["workspace"])
        }
    }

    @Test func `a server that is stopped before it starts does not start`() async throws {
        try await withTemporaryFolder { folder in
            let server = PostgresServer(below: folder, .unsynced)
            server.stop()
            let error = await #expect(throws: HarnessError.self) { try await server.start(PostgresBinaries(path: "")) }
            #expect(error?.kind == .unavailable)
        }
    }

    @Test func `on an external server, a store is dropped with its folder, and the rest with the workspace`()
        async throws
    {
        try await Gate.stores.pass {
            try await withTemporaryFolder { outer in
                let workspace = try Workspace(below: outer)
                let shared = try await TestServer.address(.unsynced).connection
                _ = try await PostgresWorkspace.prepare(.connection(shared), in: workspace, .unsynced)
                let address = try PostgresAddress.find(from: workspace.folder)
                #expect(!address.isOwn)
                let engine = PostgresEngine(durability: .unsynced, isGrouping: false)
                func schemas() async throws -> Int {
                    try await onDedicatedThread {
                        try PostgresStoreHolder.schemas(of: address, on: PostgresConnection(address.connection)).count
                    }
                }
                try await workspace.withFreshStore { folder in
                    try await engine.open(folder).close()
                    #expect(try await schemas() == 1)
                }
                #expect(try await schemas() == 0)
                try await engine.open(workspace.makeFolder("store")).close()
                #expect(try await schemas() == 1)
                try workspace.remove()
                #expect(try await schemas() == 0)
            }
        }
    }

    @Test func `a server that cannot be reached ends with exit code 69`() async throws {
        try await withTemporaryFolder { folder in
            let command = try #require(
                try BenchmarkCommand.parseAsRoot([
                    "append", "--engine", "postgres", "--postgres", "host=/nowhere", "--directory", folder.path,
                ]) as? AppendCommand)
            let error = await #expect(throws: ExitCode.self) { try await command.run() }
            #expect(error?.rawValue == 69)
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == [])
        }
    }

    @Test func `the message names the package if no server is installed`() throws {
        let error = #expect(throws: HarnessError.self) { try PostgresBinaries(debian: "/nowhere", path: "/bin:/") }
        #expect(error?.kind == .unavailable)
        #expect(error?.message.contains("apt-get install postgresql") == true)
    }

    @Test func `the newest of Debian's versions is used, otherwise the one in the path`() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("nacre-bench-tests-\(UUID())")
        defer { try? FileManager.default.removeItem(at: folder) }
        for version in ["9.6", "15", "8"] {
            let bin = folder.appendingPathComponent("\(version)/bin")
            try FileManager.default.createDirectory(at: bin, withIntermediateDirectories: true)
            for program in ["initdb", "postgres"] where version != "8" {
                let file = bin.appendingPathComponent(program).path
                #expect(
                    FileManager.default.createFile(atPath: file, contents: nil, attributes: [.posixPermissions: 0o755]))
            }
        }
        #expect(try PostgresBinaries(debian: folder.path, path: "").folder.path.hasSuffix("15/bin"))
        let path = "/nowhere:\(folder.path)/9.6/bin"
        #expect(try PostgresBinaries(debian: "/nowhere", path: path).folder.path.hasSuffix("9.6/bin"))
    }

    @Test(arguments: [
        ["--engine", "postgres"],
        ["--engine", "nacre", "--engine", "postgres-group"],
        ["--engine", "postgres", "--start-server", "--postgres", "dbname=bench"],
    ])
    func `a call that names no server, or two, is refused`(arguments: [String]) throws {
        let error = try #require(throws: (any Error).self) { try BenchmarkCommand.parseAsRoot(["append"] + arguments) }
        #expect(BenchmarkCommand.exitCode(for: error).rawValue == 64)
    }
}
