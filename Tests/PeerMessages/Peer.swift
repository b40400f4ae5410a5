package import Foundation

/// Runs jobs in a second process.
package struct Peer: Sendable {
    let store: String
    /// How it does its job, as `PeerSettings` says.
    var arguments: [String]

    package init(store: String, arguments: [String] = []) {
        self.store = store
        self.arguments = arguments
    }

    /// The executable stands beside the test bundle.
    package static var executable: URL {
        URL(fileURLWithPath: CommandLine.arguments[0]).resolvingSymlinksInPath().deletingLastPathComponent()
            .appendingPathComponent("NacrePeer")
    }

    package func start(_ job: PeerJob) throws -> (process: Process, output: FileHandle) {
        let process = Process()
        process.executableURL = Self.executable
        process.arguments = [store] + arguments
        let input = Pipe()
        let output = Pipe()
        process.standardInput = input
        process.standardOutput = output
        try process.run()
        try input.fileHandleForWriting.write(contentsOf: JSONEncoder().encode(job))
        try input.fileHandleForWriting.close()
        return (process, output.fileHandleForReading)
    }

    package func run<Answer: Decodable & Sendable>(_ job: PeerJob, as type: Answer.Type = Answer.self) async throws
        -> Answer
    {
        let (process, output) = try start(job)
        // Reading to the end blocks: a thread of its own keeps the cooperative pool free.
        let data = try await withCheckedThrowingContinuation { continuation in
            Thread.detachNewThread {
                let result = Result { try output.readToEnd() ?? Data() }
                process.waitUntilExit()
                continuation.resume(with: result)
            }
        }
        guard process.terminationStatus == 0 else { throw PeerFailure(status: process.terminationStatus) }
        return try JSONDecoder().decode(type, from: data)
    }
}

extension Peer {
    /// Starts a job and kills its process, once it has written so many lines and a moment more has passed.
    ///
    /// - Returns: What it has written, and whether it was killed: it may have ended by itself where it had less to do.
    @discardableResult
    package func kill(
        _ job: PeerJob, after lines: Int, pause: Duration
    ) async throws -> (output: Data, wasKilled: Bool) {
        let (process, output) = try start(job)
        // Reading blocks: a thread of its own keeps the cooperative pool free.
        return try await withCheckedThrowingContinuation { continuation in
            Thread.detachNewThread {
                continuation.resume(
                    with: Result {
                        var data = Data()
                        while data.count(where: { $0 == UInt8(ascii: "\n") }) < lines {
                            let more = output.availableData
                            if more.isEmpty { break }
                            data += more
                        }
                        Thread.sleep(forTimeInterval: pause / .seconds(1))
                        if process.isRunning { Foundation.kill(process.processIdentifier, SIGKILL) }
                        data += try output.readToEnd() ?? Data()
                        process.waitUntilExit()
                        return (data, process.terminationReason == .uncaughtSignal)
                    })
            }
        }
    }
}

package struct PeerFailure: Error {
    package let status: Int32
}
