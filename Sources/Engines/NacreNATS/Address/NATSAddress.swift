internal import NacreReplicated

/// The address of a log in NATS JetStream: `nats://user:password@host:4222,host:4222/stream`, or `tls://…`.
struct NATSAddress: Hashable, Sendable {
    /// A server.
    struct Server: Hashable, Sendable, CustomStringConvertible {
        /// Its name or IP address; an IPv6 address is in brackets.
        let host: String
        let port: Int

        var description: String { "\(host):\(port)" }
    }

    /// Whether connections are encrypted: the scheme is `tls`.
    let isEncrypted: Bool

    /// The user; `nil` if the address names none.
    let user: NATSUser?

    /// The servers, at least one.
    let servers: [Server]

    /// The name of the stream.
    let stream: String

    /// The subject of the stream's entries.
    var subject: String { "nacre.\(stream)" }

    /// The address without user and password.
    var name: String {
        "\(isEncrypted ? "tls" : "nats")://\(servers.map(\.description).joined(separator: ","))/\(stream)"
    }

    /// The servers as libnats takes them.
    var urls: [String] { servers.map { "\(isEncrypted ? "tls" : "nats")://\($0)" } }

    /// Parses an address.
    ///
    /// - Parameter text: The address.
    /// - Throws: ``ReplicatedLogError`` `invalidAddress`; its message shows no password.
    init(_ text: String) throws(ReplicatedLogError) {
        let scheme: Substring
        var rest: Substring
        if text.hasPrefix("nats://") {
            (scheme, rest) = ("nats", text.dropFirst(7))
        } else if text.hasPrefix("tls://") {
            (scheme, rest) = ("tls", text.dropFirst(6))
        } else {
            throw Self.refused("it begins with neither nats:// nor tls://")
        }
        isEncrypted = scheme == "tls"
        // Passwords may contain an at sign; host names do not. A slash in a password is written as %2F.
        if let at = rest.lastIndex(of: "@") {
            user = try Self.user(rest[..<at])
            rest = rest[rest.index(after: at)...]
        } else {
            user = nil
        }
        guard let slash = rest.firstIndex(of: "/"), rest.index(after: slash) < rest.endIndex else {
            throw Self.refused("the name of the stream is missing behind the servers")
        }
        var servers: [Server] = []
        for part in rest[..<slash].split(separator: ",", omittingEmptySubsequences: false) {
            servers.append(try Self.server(part))
        }
        self.servers = servers
        stream = String(rest[rest.index(after: slash)...])
        let isName = stream.utf8.allSatisfy { byte in
            (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
                || (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte)
                || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
                || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_")
        }
        // The server's own limit; the name is also that of a folder.
        guard isName, stream.utf8.count <= 255 else {
            throw Self.refused(
                "the stream is named \"\(stream)\": use letters, digits, hyphens and underscores, at most 255")
        }
    }

    private static func user(_ text: Substring) throws(ReplicatedLogError) -> NATSUser {
        let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, !parts[0].isEmpty, let name = decoded(parts[0]), let password = decoded(parts[1])
        else { throw refused("before the @ it must have user:password, percent-encoded") }
        return NATSUser(name: name, password: password)
    }

    /// The text without percent-encoding; `nil` if it is not encoded soundly.
    private static func decoded(_ text: Substring) -> String? {
        var bytes: [UInt8] = []
        var rest = text.utf8[...]
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "%") else {
                bytes.append(byte)
                continue
            }
            guard rest.count >= 2, let value = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16) else {
                return nil
            }
            bytes.append(value)
            rest = rest.dropFirst(2)
        }
        return String(validating: bytes, as: UTF8.self)
    }

    private static func server(_ text: Substring) throws(ReplicatedLogError) -> Server {
        var host = text
        var port = 4222
        if let colon = text.lastIndex(of: ":"), !text.hasSuffix("]") {
            host = text[..<colon]
            guard let number = Int(text[text.index(after: colon)...]), (1...65_535).contains(number) else {
                throw refused("the port of \"\(text)\" is not a number from 1 to 65535")
            }
            port = number
        }
        guard !host.isEmpty else { throw refused("a server without a host") }
        return Server(host: String(host), port: port)
    }

    private static func refused(_ reason: String) -> ReplicatedLogError {
        ReplicatedLogError(
            .invalidAddress,
            "the address of the log cannot be understood, \(reason): write "
                + "nats://user:password@host1:4222,host2:4222,host3:4222/stream, or tls://… for encrypted connections")
    }
}
