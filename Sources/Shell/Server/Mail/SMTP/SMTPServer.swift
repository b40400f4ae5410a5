public import DomainKit

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A mail server that takes mails for delivery, by SMTP (RFC 5321).
public struct SMTPServer: Sendable, Hashable {
    /// How a connection is protected.
    public enum Security: Sendable, Hashable {
        /// It begins with TLS.
        case implicitTLS

        /// It begins in clear, and TLS is required before anything but a greeting is sent (RFC 3207).
        case startTLS

        /// It stays in clear.
        case plaintext
    }

    /// The host name or address.
    public let host: String

    /// The port.
    public let port: Int

    /// How a connection is protected.
    public var security: Security

    /// The user name; `nil` if the server asks for none.
    public let user: String?

    private static let loopback: Set<String> = ["127.0.0.1", "::1", "localhost"]

    /// Validates an address: `smtp://user@mail.example.com:587`, or `smtps://` for a connection that begins with TLS.
    ///
    /// With `smtp`, STARTTLS is required, except for 127.0.0.1, ::1 and localhost. Without a port it is 587, or 465 for
    /// `smtps`.
    ///
    /// - Parameter text: The address; the user name is percent-encoded where it has other characters than a URL allows.
    /// - Throws: `ValidationError` for the field `smtp`, which does not show a password.
    public init(_ text: String) throws(ValidationError) {
        let parts = URLComponents(string: text)
        func failure(_ message: String) -> ValidationError {
            // A password with a slash or a question mark ends the host, and is in what comes behind.
            let isSafe = parts?.password == nil && (parts?.user != nil || !text.contains("@"))
            let value = isSafe ? text : "(not disclosed)"
            return ValidationError(ValidationFailure(field: "smtp", value: value, message: message))
        }
        guard let parts, let scheme = parts.scheme?.lowercased(), ["smtp", "smtps"].contains(scheme),
            var host = parts.host?.lowercased(), !host.isEmpty
        else { throw failure("is not the address of a mail server: give one such as smtp://user@mail.example.com:587") }
        guard parts.password == nil else {
            throw failure("has a password, which other users of the machine may see: give it in a file")
        }
        guard ["", "/"].contains(parts.path), parts.query == nil, parts.fragment == nil else {
            throw failure("has more than a user name, a host and a port: leave out the rest")
        }
        let port = parts.port ?? (scheme == "smtps" ? 465 : 587)
        guard (1...65_535).contains(port) else { throw failure("has an invalid port: give one from 1 to 65535") }
        if let user = parts.user, user.isEmpty || user.utf8.count > 255 || user.unicodeScalars.contains("\0") {
            throw failure("has an invalid user name: give 1 to 255 bytes without U+0000")
        }
        if host.hasPrefix("["), host.hasSuffix("]") { host = String(host.dropFirst().dropLast()) }
        (self.host, self.port, user) = (host, port, parts.user)
        security = scheme == "smtps" ? .implicitTLS : Self.loopback.contains(host) ? .plaintext : .startTLS
    }
}
