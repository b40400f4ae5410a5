import ChildProcesses
import Foundation
import LMDB
import PeerMessages
import TestFolders
import TestTraits
import Testing

/// Whether an environment sees that other processes have its file open.
@Suite(.fewAtOnce, .timeLimit(.minutes(25))) struct OpenInOtherProcessTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    private func open() throws -> Environment {
        try Environment.open(at: folder.path("log.mdb"), options: Environment.Options(mapSize: 16 << 20))
    }

    /// A process that has the file open with the C library, and is stopped.
    private func stoppedProgram() async throws -> ChildProcess {
        let program = try await Peer(store: folder.path).start(.openWithLibrary(file: "log.mdb"))
        _ = try await program.output { $0.contains(UInt8(ascii: "\n")) }
        try await program.untilStopped()
        return program
    }

    @Test func `a program that uses LMDB without Nacre is seen until it closes the file`() async throws {
        let environment = try open()
        #expect(try !environment.isOpenInOtherProcess)
        let program = try await stoppedProgram()
        #expect(try environment.isOpenInOtherProcess)
        program.send(SIGCONT)
        #expect(String(decoding: try await program.output(), as: UTF8.self) == "closed\n")
        #expect(try !environment.isOpenInOtherProcess)
        environment.close()
    }

    @Test func `a program that was there before is seen until it is killed`() async throws {
        // A file that was opened before.
        try open().close()
        let program = try await stoppedProgram()
        let environment = try open()
        #expect(try environment.isOpenInOtherProcess)
        program.send(SIGKILL)
        _ = try await program.ending()
        #expect(try !environment.isOpenInOtherProcess)
        environment.close()
    }
}
