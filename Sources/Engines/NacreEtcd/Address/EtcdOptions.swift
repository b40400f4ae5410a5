/// How a log in etcd is reached, and its limits.
public struct EtcdOptions: Sendable {
    /// A certificate with its private key, with which this client introduces itself.
    public struct ClientCertificate: Hashable, Sendable {
        /// The path of the file of the certificate with its chain, in PEM.
        public let certificate: String

        /// The path of the file of the private key, in PEM.
        public let key: String

        /// - Parameters:
        ///   - certificate: The path of the file of the certificate with its chain, in PEM.
        ///   - key: The path of the file of the private key, in PEM.
        public init(certificate: String, key: String) {
            self.certificate = certificate
            self.key = key
        }
    }

    /// The largest entry, in bytes; 1 MiB by default.
    ///
    /// etcd refuses requests of more than 1.5 MiB, unless all its servers are started with a larger
    /// `--max-request-bytes`.
    public var entryByteLimit = 1 << 20

    /// The longest time that a call takes; 5 s by default.
    ///
    /// Several endpoints share it, so that one which does not answer leaves time for the others.
    public var deadline = Duration.seconds(5)

    /// How often a silent watch is asked for a sign of life; 2 s by default.
    ///
    /// A server that gives none within ``deadline`` is left for another one.
    public var watchProbeInterval = Duration.seconds(2)

    /// The longest time for defragmenting a server, which serves nothing meanwhile; 5 minutes by default.
    public var defragmentDeadline = Duration.seconds(300)

    /// The password of the address's user if the address has none, such as one read from a file.
    public var password: String?

    /// The path of the file of the certificate authorities that sign the servers' certificates, in PEM; the system's
    /// authorities if it is `nil`.
    public var certificateAuthority: String?

    /// The certificate with which this client introduces itself; `nil` for none.
    public var clientCertificate: ClientCertificate?

    /// Options with their defaults.
    public init() {}
}
