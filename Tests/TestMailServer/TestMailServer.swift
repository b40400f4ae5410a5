import ChildProcesses
import Foundation
import TestCertificates
package import TestFolders

/// A mail server on loopback in a process of its own, by Debian's `python3-aiosmtpd`.
package final class TestMailServer: Sendable {
    /// Whether the system has the package: tests on Linux need it, and Homebrew lacks it.
    package static var isInstalled: Bool {
        #if os(Linux)
            true
        #else
            false
        #endif
    }

    /// How a server listens.
    package struct Options: Sendable {
        /// The encryption that it offers, with the certificate of ``LoopbackCertificate``.
        package enum TLS: Sendable { case none, startTLS, implicit }

        package var tls = TLS.none

        /// The port; 0 for any free one.
        package var port = 0

        /// The only user; `nil` if it asks for none.
        package var user: (name: String, password: String)?

        /// Whether `AUTH LOGIN` is its only mechanism.
        package var hasLoginOnly = false

        /// How commands are answered from the start.
        package var answers: [String: Answer] = [:]

        package init() {}
    }

    /// How a command is answered.
    package enum Answer: Sendable {
        /// With a reply.
        case reply(String)

        /// Not at all.
        case hang

        /// The connection is cut; with `DATA`, the mail is kept before.
        case drop

        /// `STARTTLS`: with a second reply in clear.
        case inject
    }

    /// The port on which it listens.
    package let port: Int
    private let folder: TemporaryFolder
    private let process: ChildProcess

    /// Runs a server while a test runs.
    ///
    /// - Parameters:
    ///   - options: How it listens.
    ///   - folder: Where it keeps what it is sent, and finds its answers; `nil` for a folder of its own.
    ///   - test: The test.
    /// - Returns: The result of `test`.
    /// - Throws: Errors of starting the server, and of `test`.
    package static func run<Result>(
        _ options: Options = Options(), in folder: TemporaryFolder? = nil,
        _ test: (TestMailServer) async throws -> Result
    ) async throws -> Result {
        let server = try await TestMailServer(options, in: folder ?? TemporaryFolder())
        do {
            let result = try await test(server)
            try await server.stop()
            return result
        } catch {
            try await server.stop()
            throw error
        }
    }

    private init(_ options: Options, in folder: TemporaryFolder) async throws {
        self.folder = folder
        for (command, answer) in options.answers { try Self.answer(command, with: answer, in: folder) }
        var arguments = [Self.script, folder.path, "--port", "\(options.port)"]
        if options.tls != .none {
            let files = try LoopbackCertificate.write(into: folder)
            arguments += ["--certificate", files.certificate, "--key", files.key]
        }
        if options.tls == .implicit { arguments.append("--implicit-tls") }
        if let user = options.user { arguments += ["--user", user.name, "--password", user.password] }
        if options.hasLoginOnly { arguments.append("--login-only") }
        process = try await ChildProcess(URL(filePath: "/usr/bin/python3"), arguments)
        let output = try await process.output { $0.contains(UInt8(ascii: "\n")) }
        guard let port = Int(String(decoding: output, as: UTF8.self).dropLast()) else { throw NotStarted() }
        self.port = port
    }

    private static let script = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "server.py").path

    private func stop() async throws {
        process.send(SIGKILL)
        _ = try await process.ending()
    }

    /// Says how a command is answered from now on; `nil` for as usual.
    package func answer(_ command: String, with answer: Answer?) throws {
        try Self.answer(command, with: answer, in: folder)
    }

    private static func answer(_ command: String, with answer: Answer?, in folder: TemporaryFolder) throws {
        let text: String
        switch answer {
        case .reply(let reply): text = "reply \(reply)"
        case .hang: text = "hang"
        case .drop: text = "drop"
        case .inject: text = "inject"
        case nil: return try FileManager.default.removeItem(atPath: folder.path(command))
        }
        _ = try folder.file(text, named: command)
    }

    /// The commands that it was sent so far.
    package func commands() throws -> [String] {
        guard FileManager.default.fileExists(atPath: folder.path("commands")) else { return [] }
        return String(decoding: try folder.bytes("commands"), as: UTF8.self).split(separator: "\n").map(String.init)
    }

    /// The mails that it has kept, once there is a number of them.
    package func mails(_ count: Int) async throws -> [ReceivedMail] {
        let mails = folder.path("mails")
        while try FileManager.default.contentsOfDirectory(atPath: mails).count < count {
            try await Task.sleep(for: .milliseconds(20))
        }
        return try FileManager.default.contentsOfDirectory(atPath: mails).sorted().map { name in
            try JSONDecoder().decode(ReceivedMail.self, from: Data(try folder.bytes("mails/\(name)")))
        }
    }

    /// The server has not printed its port.
    package struct NotStarted: Error {}
}

/// A mail as a server has received it, decoded by Python's `email`.
package struct ReceivedMail: Decodable, Sendable {
    package let envelopeSender: String
    package let envelopeRecipients: [String]
    package let isEncrypted: Bool
    package let user: String?

    /// The name with which the client has introduced itself.
    package let host: String

    /// The mail as it was sent, without the dots of the transmission.
    package let content: String
    package let date: String
    package let sender: String
    package let recipient: String
    package let messageID: String
    package let subject: String
    package let text: String

    /// What breaks the rules for mails.
    package let defects: [String]
}
