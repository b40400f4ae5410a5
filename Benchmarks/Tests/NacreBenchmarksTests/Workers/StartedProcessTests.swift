import Foundation
import Testing

@testable import NacreBenchmarks
@testable import NacreLoad

@Suite struct StartedProcessTests {
    private func shell(_ script: String, output: StartedProcess.Stream = .null) async throws -> StartedProcess {
        try await StartedProcess(
            .init(executable: URL(fileURLWithPath: "/bin/sh"), arguments: ["-c", script], output: output))
    }

    @Test(arguments: [
        ("exit 0", StartedProcess.Ending.exit(0), 0), ("exit 65", .exit(65), 65), ("kill -9 $$", .signal(9), 137),
    ])
    func `the ending of a process is reported`(script: String, ending: StartedProcess.Ending, exitCode: Int32)
        async throws
    {
        let process = try await shell(script)
        #expect(await process.ending() == ending)
        #expect(await process.ending().exitCode == exitCode)
        #expect(ending.isKill == (exitCode == 137))
        #expect(!process.isRunning)
    }

    @Test func `a process runs until it ends`() async throws {
        let process = try await shell("exec sleep 600")
        #expect(process.isRunning)
        kill(process.processID, SIGKILL)
        #expect(await process.ending().isKill)
        #expect(!process.isRunning)
    }

    @Test(arguments: ["/no/such/program", "/etc/passwd"])
    func `a missing or invalid program is an error that names it`(path: String) async throws {
        let error = await #expect(throws: HarnessError.self) {
            try await StartedProcess(.init(executable: URL(fileURLWithPath: path)))
        }
        #expect(error?.message.hasPrefix("\(path) cannot be started: Executable") == true, "\(error?.message ?? "")")
        #expect(error?.kind == .other)
    }

    @Test func `a file that cannot be opened is an error that names it`() async throws {
        let error = await #expect(throws: HarnessError.self) {
            try await shell("exit 0", output: .endOfFile(URL(fileURLWithPath: "/no/such/folder/file")))
        }
        #expect(error?.message == "/no/such/folder/file cannot be opened: No such file or directory")
        #expect(error?.kind == .cannotCreate)
    }

    @Test func `a process has a group of its own, and ignores no signal that this one ignores`() async throws {
        signal(SIGPIPE, SIG_IGN)
        let process = try await shell("exec sleep 600")
        #expect(getpgid(process.processID) == process.processID)
        kill(process.processID, SIGPIPE)
        #expect(await process.ending() == .signal(SIGPIPE))
    }

    @Test func `a process inherits only its streams, and appends to a file`() async throws {
        try await withTemporaryFolder { folder in
            let file = folder.appendingPathComponent("open")
            try Data("before\n".utf8).write(to: file)
            let files = try (0..<200).map { _ in try FileHandle(forReadingFrom: file) }
            let process = try await shell("echo /dev/fd/*", output: .endOfFile(file))
            #expect(await process.ending() == .exit(0))
            // The last descriptor is that of the listed folder.
            #expect(
                try String(contentsOf: file, encoding: .utf8)
                    == "before\n/dev/fd/0 /dev/fd/1 /dev/fd/2 /dev/fd/3\n")
            for file in files { try file.close() }
        }
    }

    @Test func `a cancelled caller still gets the process`() async throws {
        let process = try await Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return try await shell("exit 7")
        }.value
        #expect(await process.ending() == .exit(7))
    }
}
