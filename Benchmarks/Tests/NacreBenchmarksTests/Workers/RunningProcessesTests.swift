import Foundation
import Testing

@testable import NacreBenchmarks

@Suite struct RunningProcessesTests {
    /// A process that ends by itself when its standard input does.
    private struct Waiting {
        let process = Process()
        private let input = Pipe()
        private let end: ProcessEnd

        init() throws {
            process.executableURL = URL(fileURLWithPath: "/bin/cat")
            process.standardOutput = FileHandle.nullDevice
            end = try ProcessEnd(starting: process) { [input] in $0.standardInput = input }
        }

        var processID: Int32 { process.processIdentifier }

        func letEnd() throws { try input.fileHandleForWriting.close() }

        /// Whether it was ended by a signal.
        func wasKilled() async -> Bool {
            await end.reached()
            return process.terminationReason == .uncaughtSignal
        }
    }

    @Test func `a process that is noted is ended`() async throws {
        let waiting = try Waiting()
        RunningProcesses.note(waiting.processID, endedBy: SIGKILL)
        RunningProcesses.end(waiting.processID)
        #expect(await waiting.wasKilled())
    }

    @Test func `a number that is forgotten is another's, and nobody ends that`() async throws {
        let waiting = try Waiting()
        RunningProcesses.note(waiting.processID, endedBy: SIGKILL)
        RunningProcesses.forget(waiting.processID)
        RunningProcesses.end(waiting.processID)
        try waiting.letEnd()
        #expect(await !waiting.wasKilled())
    }

    @Test func `a process that has ended is forgotten, whoever waits for it`() async throws {
        let waiting = try Waiting()
        RunningProcesses.note(waiting.processID, endedBy: SIGKILL)
        #expect(RunningProcesses.holds(waiting.processID))
        try waiting.letEnd()
        #expect(await !waiting.wasKilled())
        #expect(!RunningProcesses.holds(waiting.processID))
    }
}
