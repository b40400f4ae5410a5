import ChildProcesses
import DocumentationPages
import Foundation
import TestFolders
import Testing

/// `nacre serve` as a page of the documentation calls it, but on any free port.
struct DocumentedServer {
    /// The address, which is the first line that it prints.
    let address: String

    /// The lines that it prints, after the address.
    let printed: [String]

    /// Runs a call in a folder while a test runs.
    ///
    /// - Parameters:
    ///   - call: The call, which prints two lines.
    ///   - folder: The working directory.
    ///   - test: The test.
    /// - Throws: Errors of starting the server, and of `test`.
    static func run(
        _ call: ShellCall, in folder: TemporaryFolder, _ test: (DocumentedServer) async throws -> Void
    ) async throws {
        let arguments = try #require(call.arguments(of: "nacre"))
        let process = try await ChildProcess(
            URL(filePath: NacreProcess.program), arguments + ["--port", "0"], in: URL(filePath: folder.path),
            errors: ChildProcess.null)
        do {
            let output = try await process.output { $0.count { $0 == UInt8(ascii: "\n") } == 2 }
            let lines = String(decoding: output, as: UTF8.self).split(separator: "\n").map(String.init)
            try await test(
                DocumentedServer(address: try #require(lines.first), printed: Array(lines.dropFirst())))
        } catch {
            process.send(SIGKILL)
            throw error
        }
        process.send(SIGTERM)
        #expect(try await process.ending() == .exit(0))
    }
}
