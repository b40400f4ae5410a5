import Foundation
import Testing

@testable import NacreLoad

@Suite struct RunningProcessesTests {
    /// A process that ends by itself when its standard input does.
    private struct Waiting {
        let process: StartedProcess
        private let input = Pipe()

        init() async throws {
            process = try await StartedProcess(
                .init(
                    executable: URL(fileURLWithPath: "/bin/cat"), input: .handle(input.fileHandleForReading),
                    endedBy: SIGKILL))
        }

        func letEnd() throws { try input.fileHandleForWriting.close() }
    }

    @Test func `a noted process is ended`() async throws {
        let waiting = try await Waiting()
        RunningProcesses.end(waiting.process.processID)
        #expect(await waiting.process.ending().isKill)
    }

    @Test func `a forgotten process ID is not ended`() async throws {
        let waiting = try await Waiting()
        RunningProcesses.forget(waiting.process.processID)
        RunningProcesses.end(waiting.process.processID)
        try waiting.letEnd()
        #expect(await waiting.process.ending() == .exit(0))
    }

    @Test func `a process that has ended is forgotten`() async throws {
        let waiting = try await Waiting()
        #expect(RunningProcesses.holds(waiting.process.processID))
        try waiting.letEnd()
        #expect(await waiting.process.ending() == .exit(0))
        #expect(!RunningProcesses.holds(waiting.process.processID))
    }
}
