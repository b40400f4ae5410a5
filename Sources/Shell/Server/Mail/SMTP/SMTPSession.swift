import AuthDomain
import DomainKit
import NIOCore
import NIOSSL

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The commands that hand one mail over to a mail server (RFC 5321).
struct SMTPSession: Sendable {
    /// What a command is about, for messages.
    private enum Step: String {
        case greeting = "the connection"
        case hello = "EHLO"
        case startTLS = "STARTTLS"
        case authentication = "the user name or the password"
        case sender = "the sender"
        case recipient = "the recipient"
        case content = "the mail"

        /// Whether a refusal is about the mail, and not about the configuration, which can be mended in time.
        var concernsMail: Bool { [.recipient, .content].contains(self) }
    }

    let connection: SMTPConnection
    let options: SMTPOptions

    /// The context of TLS; `nil` if it is not used.
    let tls: NIOSSLContext?

    /// Hands a mail over.
    ///
    /// - Parameters:
    ///   - message: The mail.
    ///   - recipient: Its recipient.
    /// - Throws: `MailError`; errors of the connection.
    func deliver(_ message: InternetMessage, to recipient: EmailAddress) async throws {
        try await send(nil, .greeting)
        var hello = try await sendHello()
        if options.server.security == .startTLS, let tls {
            guard hello.parameters(of: "STARTTLS") != nil else {
                throw error("offers no STARTTLS: use smtps, or allow the mails to be sent in clear")
            }
            try await send("STARTTLS", .startTLS)
            try await connection.beginTLS(tls)
            hello = try await sendHello()
        }
        if let user = options.server.user, let password = options.password {
            try await authenticate(user, password, hello.parameters(of: "AUTH") ?? [])
        }
        try await send("MAIL FROM:<\(options.sender.address.text)>", .sender)
        try await send("RCPT TO:<\(recipient.text)>", .recipient)
        try await send("DATA", .content, expecting: 3)
        try await send(content: message)
        connection.quit()
    }

    private func sendHello() async throws -> SMTPReply {
        try await send("EHLO \(connection.addressLiteral)", .hello)
    }

    private func authenticate(_ user: String, _ password: Secret, _ mechanisms: [String]) async throws {
        func base64(_ bytes: [UInt8]) -> String { Data(bytes).base64EncodedString() }
        let secret = password.withBytes { bytes in bytes.indices.map { bytes[$0] } }
        if mechanisms.contains("PLAIN") {
            // RFC 4616: no authorization identity, the user, and the password.
            try await send("AUTH PLAIN \(base64([0] + Array(user.utf8) + [0] + secret))", .authentication)
        } else if mechanisms.contains("LOGIN") {
            try await send("AUTH LOGIN", .authentication, expecting: 3)
            try await send(base64(Array(user.utf8)), .authentication, expecting: 3)
            try await send(base64(secret), .authentication)
        } else {
            throw error("offers neither AUTH PLAIN nor AUTH LOGIN: leave out the user name, or use another server")
        }
    }

    private func send(content message: InternetMessage) async throws {
        let reply: SMTPReply
        do {
            reply = try await connection.exchange(message.transmitted, within: options.timeouts.completion)
        } catch {
            try Task.checkCancellation()
            throw self.error(
                "may have taken the mail, but has not confirmed it, so it will be sent again under the same message id: "
                    + "\(error)")
        }
        try check(reply, .content, expecting: 2)
    }

    /// Sends a command, and requires that it succeeds.
    @discardableResult
    private func send(_ command: String?, _ step: Step, expecting kind: Int = 2) async throws -> SMTPReply {
        let bytes = command.map { ByteBuffer(string: "\($0)\r\n") }
        let reply = try await connection.exchange(bytes, within: options.timeouts.reply)
        try check(reply, step, expecting: kind)
        return reply
    }

    private func check(_ reply: SMTPReply, _ step: Step, expecting kind: Int) throws(MailError) {
        guard reply.code / 100 != kind else { return }
        // RFC 4954: these are about authentication, whichever command they answer.
        // RFC 3463: 5.7 is about what the client may do, and 5.5 about the commands. Many servers refuse a client or a
        // sender only when they know the recipient.
        let isOfClient = reply.lines.first.map { $0.hasPrefix("5.7.") || $0.hasPrefix("5.5.") } ?? false
        let isPermanent =
            step.concernsMail && reply.code >= 500 && ![502, 503, 530, 534, 535, 538].contains(reply.code)
            && !isOfClient
        throw MailError(
            "\(options.server.name) refuses \(step.rawValue)\(isPermanent ? "" : " at present"): \(reply.status)",
            isPermanent: isPermanent)
    }

    private func error(_ message: String) -> MailError {
        MailError("\(options.server.name) \(message)", isPermanent: false)
    }
}

extension SMTPServer {
    /// The server, for messages.
    var name: String { "the mail server \(host):\(port)" }
}
