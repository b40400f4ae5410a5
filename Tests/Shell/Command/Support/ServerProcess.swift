import ChildProcesses
import Foundation
import TestFolders

/// The program `nacre serve` on one store and one port, killed and started again.
actor ServerProcess {
    private let folder: TemporaryFolder
    private let arguments: [String]
    private var process: ChildProcess?
    private var runs = 0

    /// The port on which each run listens.
    private(set) var port = 0

    init(in folder: TemporaryFolder, arguments: [String] = []) {
        self.folder = folder
        self.arguments = arguments
    }

    /// Starts a run, and waits until it accepts connections.
    func start() async throws {
        runs += 1
        let started = try await ChildProcess(
            URL(filePath: NacreProcess.program),
            ["serve", "--port", "\(port)", "--store", folder.path("served.nacre")] + arguments,
            errors: URL(filePath: folder.file("", named: log(of: runs))))
        process = started
        let address = String(
            decoding: try await started.output { $0.contains(UInt8(ascii: "\n")) }, as: UTF8.self)
        guard let number = address.split(separator: ":").last.flatMap({ Int($0.dropLast()) }) else {
            throw Failure.notStarted(errors: try lines { _ in true })
        }
        port = number
    }

    /// Kills the run with `SIGKILL`.
    func kill() async throws {
        guard let process else { return }
        process.send(SIGKILL)
        guard try await process.ending() == .signal(SIGKILL) else {
            throw Failure.ended(errors: try lines { _ in true })
        }
        self.process = nil
    }

    /// The lines that the runs have logged about failures of the server.
    func loggedErrors() throws -> [String] {
        try lines { $0.contains(" error ") }
    }

    private func lines(where isMeant: (String) -> Bool) throws -> [String] {
        try (1...max(1, runs)).flatMap { run in
            String(decoding: try folder.bytes(log(of: run)), as: UTF8.self).split(separator: "\n").map(String.init)
                .filter(isMeant).prefix(20)
        }
    }

    private func log(of run: Int) -> String { "server-\(run).log" }

    /// Why a server could not be used.
    enum Failure: Error {
        /// It accepted no connections.
        case notStarted(errors: [String])

        /// It ended before it was killed.
        case ended(errors: [String])
    }
}
