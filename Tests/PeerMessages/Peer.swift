package import ChildProcesses
package import Foundation

/// Runs jobs in a second process.
package struct Peer<Job: Encodable & Sendable>: Sendable {
    let store: String
    /// The arguments of `PeerSettings`.
    var arguments: [String]
    private let program: String

    package init(_ program: String, store: String, arguments: [String] = []) {
        self.store = store
        self.arguments = arguments
        self.program = program
    }

    /// The executable beside the test bundle.
    package static func executable(_ program: String) -> URL {
        URL(fileURLWithPath: CommandLine.arguments[0]).resolvingSymlinksInPath().deletingLastPathComponent()
            .appendingPathComponent(program)
    }

    package func start(_ job: Job) async throws -> ChildProcess {
        try await ChildProcess(Self.executable(program), [store] + arguments, message: JSONEncoder().encode(job))
    }

    package func run<Answer: Decodable & Sendable>(_ job: Job, as type: Answer.Type = Answer.self) async throws
        -> Answer
    {
        let process = try await start(job)
        let data = try await process.output()
        let ending = try await process.ending()
        guard ending == .exit(0) else { throw PeerFailure(ending: ending) }
        return try JSONDecoder().decode(type, from: data)
    }
}

extension Peer<PeerJob> {
    package init(store: String, arguments: [String] = []) {
        self.init("NacrePeer", store: store, arguments: arguments)
    }

    package static var executable: URL { executable("NacrePeer") }
}

extension Peer {
    /// Starts a job, and kills its process after a number of lines and a pause.
    ///
    /// - Returns: The output, and whether the process was killed; it may have exited before.
    @discardableResult
    package func kill(
        _ job: Job, after lines: Int, pause: Duration
    ) async throws -> (output: Data, wasKilled: Bool) {
        let process = try await start(job)
        let data = try await process.outputWhenKilled(
            after: { $0.count(where: { $0 == UInt8(ascii: "\n") }) >= lines }, pause: pause)
        return (data, try await process.ending() == .signal(SIGKILL))
    }
}

package struct PeerFailure: Error {
    package let ending: ChildProcess.Ending

    package init(ending: ChildProcess.Ending) {
        self.ending = ending
    }
}
