import ChildProcesses
import FeatureAPI
import FeatureHTTPClient
import Foundation
import TestFolders

/// A `chromedriver` of its own for a test, in a temporary folder that also has the profiles of its browsers.
package struct BrowserDriver {
    private let folder: TemporaryFolder
    private let transport: HTTPClientTransport
    private let client: WebDriverClient

    private static let log = "driver.log"

    /// How often a driver is started at most.
    private static let attempts = 20

    /// What a driver prints that has lost its port.
    package static let portTaken = "port not available"

    /// The shell's command that runs a driver, and kills it once the process that has started it is gone.
    package static let command = """
        (while kill -0 $$; do kill -0 $PPID || { kill -KILL $$; exit; }; sleep 1; done) >/dev/null 2>&1 &
        exec chromedriver --port=0 --enable-chrome-logs
        """

    /// Runs a driver while a test runs.
    ///
    /// - Parameter test: The test.
    /// - Returns: The result of `test`, once the driver and all browsers have ended.
    /// - Throws: ``BrowserError`` if the driver cannot be started or ended; errors of `test`.
    static func run<Result>(_ test: (BrowserDriver) async throws -> Result) async throws -> Result {
        // The driver chooses a free port for IPv6, and then needs the same one for IPv4.
        for _ in 1..<attempts {
            do {
                return try await runOnce(test)
            } catch let error as BrowserError where error.code == .portTaken {}
        }
        return try await runOnce(test)
    }

    private static func runOnce<Result>(_ test: (BrowserDriver) async throws -> Result) async throws -> Result {
        let folder = try TemporaryFolder()
        let process = try await start(in: folder)
        let processes = BrowserProcesses(driver: process, folder: folder)
        do {
            let driver = try await BrowserDriver(process, in: folder)
            let result = try await driver.whileOpen { try await test(driver) }
            try await processes.end()
            return result
        } catch {
            let log = try logEnd(in: folder)
            try await processes.end()
            guard var error = error as? BrowserError, error.code == .ended else { throw error }
            error.log = log
            throw error
        }
    }

    private static func start(in folder: TemporaryFolder) async throws -> ChildProcess {
        // The temporary folder is a relative path: browsers make sockets in it, whose paths may have 107 bytes.
        let environment = [
            "HOME": folder.path, "TMPDIR": ".", "LANG": "C.UTF-8",
            "PATH": ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin",
        ]
        return try await ChildProcess(
            URL(filePath: "/bin/sh"), ["-c", command], environment: environment,
            in: URL(filePath: folder.path), errors: URL(filePath: try folder.file("", named: log)))
    }

    private init(_ process: ChildProcess, in folder: TemporaryFolder) async throws {
        // The last line that it prints.
        let started = Data("started successfully on port ".utf8)
        let output = try await process.output { output in
            output.range(of: started).map { output[$0.upperBound...].contains(UInt8(ascii: "\n")) } ?? false
        }
        guard let port = output.range(of: started).flatMap({ Self.number(at: output[$0.upperBound...]) }) else {
            throw BrowserError(
                code: output.range(of: Data(Self.portTaken.utf8)) == nil ? .notStarted : .portTaken,
                message: """
                    chromedriver has printed “\(String(decoding: output, as: UTF8.self))” and no port: if it is not \
                    installed, run .ci/setup test
                    """,
                log: try Self.logEnd(in: folder))
        }
        self.folder = folder
        transport = HTTPClientTransport(to: try ServerAddress("http://127.0.0.1:\(port)"), silence: .seconds(400))
        client = WebDriverClient(over: transport)
    }

    private static func number(at text: Data) -> Int? {
        Int(String(decoding: text.prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }, as: UTF8.self))
    }

    private func whileOpen<Result>(_ test: () async throws -> Result) async throws -> Result {
        do {
            let result = try await test()
            try await transport.shutdown()
            return result
        } catch {
            try await transport.shutdown()
            throw error
        }
    }

    /// Starts a browser with an empty profile.
    ///
    /// - Parameter options: How it starts.
    /// - Returns: Its first tab.
    /// - Throws: ``BrowserError`` with the end of the log if it cannot be started.
    func open(_ options: BrowserOptions) async throws -> BrowserTab {
        let profile = folder.path("profile-\(UUID().uuidString)")
        do {
            let created: Created = try await client.send(
                .post, "/session", ["capabilities": ["alwaysMatch": options.capabilities(profile: profile)]])
            let session = BrowserSession(created.sessionId, of: client, options: options, folder: folder.path)
            return try await session.firstTab()
        } catch var error as BrowserError {
            error.log = try Self.logEnd(in: folder)
            throw error
        }
    }

    private struct Created: Decodable {
        let sessionId: String
    }

    private static func logEnd(in folder: TemporaryFolder) throws -> String {
        String(decoding: try folder.bytes(log).suffix(2_000), as: UTF8.self)
    }
}
