internal import GRPCCore
internal import GRPCNIOTransportHTTP2

/// Whether and how connections are encrypted.
struct EtcdSecurity: Sendable {
    private let isEncrypted: Bool
    private let certificateAuthority: String?
    private let clientCertificate: EtcdOptions.ClientCertificate?

    /// - Parameters:
    ///   - address: The address of the log.
    ///   - options: The certificates.
    init(_ address: EtcdAddress, _ options: EtcdOptions) {
        isEncrypted = address.isEncrypted
        certificateAuthority = options.certificateAuthority
        clientCertificate = options.clientCertificate
    }

    /// Creates the transport to an endpoint; it does not connect yet.
    ///
    /// - Parameter endpoint: The endpoint.
    /// - Returns: The transport.
    /// - Throws: An error if the files of the certificates cannot be used.
    func transport(to endpoint: EtcdAddress.Endpoint) throws -> HTTP2ClientTransport.Posix {
        let (host, port) = (endpoint.host, endpoint.port)
        if host.contains(":") { return try transport(.ipv6(address: host, port: port)) }
        let isIPv4 = host.allSatisfy { $0.isNumber || $0 == "." }
        return try isIPv4 ? transport(.ipv4(address: host, port: port)) : transport(.dns(host: host, port: port))
    }

    private func transport(_ target: some ResolvableTarget) throws -> HTTP2ClientTransport.Posix {
        try HTTP2ClientTransport.Posix(
            target: target, transportSecurity: transportSecurity,
            config: .defaults { config in
                // A server that comes back is noticed at once.
                config.backoff = .init(initial: .milliseconds(100), max: .seconds(1), multiplier: 2, jitter: 0.2)
                // Delaying small requests saves system calls, and there are few.
                config.connection.flushCoalescing = nil
                config.channelDebuggingCallbacks.onCreateTCPConnection = { PingAnswerer.add(to: $0) }
            })
    }

    private var transportSecurity: HTTP2ClientTransport.Posix.TransportSecurity {
        guard isEncrypted else { return .plaintext }
        return .tls { tls in
            if let certificateAuthority {
                tls.trustRoots = .certificates([.file(path: certificateAuthority, format: .pem)])
            }
            if let clientCertificate {
                tls.certificateChain = [.file(path: clientCertificate.certificate, format: .pem)]
                tls.privateKey = .file(path: clientCertificate.key, format: .pem)
            }
        }
    }

    /// What is wrong with the certificates.
    ///
    /// - Parameter error: What ``transport(to:)`` has thrown.
    /// - Returns: The problem.
    static func text(_ error: any Error) -> String {
        guard let error = error as? RuntimeError, let cause = error.cause else { return "\(error)" }
        return "\(error.message) \(cause)"
    }
}
