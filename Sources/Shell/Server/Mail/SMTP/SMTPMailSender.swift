public import AuthDomain
public import DomainKit
import NIOCore
import NIOSSL

/// Sends mails through a mail server, by SMTP: one connection for each mail.
///
/// A mail is sent at least once. If the connection is lost after the complete mail was sent, the server may have taken
/// it: it is sent again, with the same `Message-ID`.
///
/// Errors name the server and the codes of its replies, never an address, a text of the server, or the password.
///
/// Threading: may be shared.
public struct SMTPMailSender: MailSender {
    // API-27: Mails leave by SMTP, over TLS, and only a refusal of the mail itself gives it up.

    private let options: SMTPOptions
    private let time: any TimeSource
    private let tls: NIOSSLContext?

    /// Creates a sender; connections are made when mails are sent.
    ///
    /// - Parameters:
    ///   - options: The server, and the sender of the mails.
    ///   - time: The clock for the date of mails.
    /// - Throws: ``SMTPError``.
    public init(_ options: SMTPOptions, time: any TimeSource) throws(SMTPError) {
        try options.validate()
        self.options = options
        self.time = time
        tls = try options.tlsContext()
    }

    /// Hands a message over to the mail server.
    ///
    /// - Parameter message: The message.
    /// - Throws: `MailError`, which is permanent if the server refuses the recipient or the mail for good;
    ///   `CancellationError`.
    public func send(_ message: MailMessage) async throws {
        let mail = try InternetMessage(message, from: options.sender, at: time.now())
        do {
            try await SMTPConnection.with(
                options.server, tls: options.server.security == .implicitTLS ? tls : nil,
                connectingWithin: options.timeouts.connecting
            ) { connection in
                try await SMTPSession(connection: connection, options: options, tls: tls)
                    .deliver(mail, to: message.recipient)
            }
        } catch let error as MailError {
            throw error
        } catch {
            try Task.checkCancellation()
            throw MailError("\(options.server.name) cannot be used at present: \(error)", isPermanent: false)
        }
    }
}

extension SMTPOptions {
    /// Requires that a user has a password that can be sent, and the reverse.
    fileprivate func validate() throws(SMTPError) {
        switch (server.user, password) {
        case (nil, nil): break
        case (nil, .some): throw .missingUser
        case (let user?, nil): throw .missingPassword(user: user)
        case (.some, let password?):
            let hasZero = password.withBytes { bytes in bytes.indices.contains { bytes[$0] == 0 } }
            guard (1...255).contains(password.count), !hasZero else {
                throw .invalidPassword(byteCount: password.count)
            }
        }
    }

    /// The context of TLS; `nil` if it is not used.
    fileprivate func tlsContext() throws(SMTPError) -> NIOSSLContext? {
        guard server.security != .plaintext else { return nil }
        var configuration = TLSConfiguration.makeClientConfiguration()
        configuration.minimumTLSVersion = .tlsv12
        do {
            if let trustedCertificates {
                configuration.trustRoots = .certificates(try NIOSSLCertificate.fromPEMFile(trustedCertificates))
            }
            return try NIOSSLContext(configuration: configuration)
        } catch {
            throw .invalidCertificates("\(error)")
        }
    }
}
