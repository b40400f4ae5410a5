/// Where and how a server listens.
public struct ServerOptions: Sendable {
    /// The files of a TLS certificate, in PEM.
    public struct TLSFiles: Sendable, Hashable {
        /// The path of the certificate chain.
        public var certificate: String

        /// The path of the private key.
        public var key: String

        /// Creates the value.
        ///
        /// - Parameters:
        ///   - certificate: The path of the certificate chain.
        ///   - key: The path of the private key.
        public init(certificate: String, key: String) {
            self.certificate = certificate
            self.key = key
        }
    }

    /// The host name or address to listen on.
    public var host: String

    /// The port; 0 for any free one.
    public var port: Int

    /// The certificate; `nil` for plain HTTP.
    public var tls: TLSFiles?

    /// Whether plain HTTP is allowed on an address that is not loopback.
    public var allowsPlaintext: Bool

    /// The limits.
    public var limits: ServerLimits

    /// Creates options; the defaults listen on loopback.
    ///
    /// - Parameters:
    ///   - host: The host name or address to listen on.
    ///   - port: The port; 0 for any free one.
    ///   - tls: The certificate; `nil` for plain HTTP.
    ///   - allowsPlaintext: Whether plain HTTP is allowed on an address that is not loopback.
    ///   - limits: The limits.
    public init(
        host: String = "127.0.0.1", port: Int = 8080, tls: TLSFiles? = nil, allowsPlaintext: Bool = false,
        limits: ServerLimits = ServerLimits()
    ) {
        self.host = host
        self.port = port
        self.tls = tls
        self.allowsPlaintext = allowsPlaintext
        self.limits = limits
    }

    /// Requires that passwords cannot be read on a network by accident.
    ///
    /// - Throws: ``ServerError/plaintextRefused(host:)``.
    public func validate() throws(ServerError) {
        // API-08: A server listens on loopback, or with TLS, unless plaintext is allowed.
        guard tls != nil || allowsPlaintext || Self.loopback.contains(host) else {
            throw .plaintextRefused(host: host)
        }
    }

    private static let loopback: Set<String> = ["127.0.0.1", "::1", "localhost"]
}
