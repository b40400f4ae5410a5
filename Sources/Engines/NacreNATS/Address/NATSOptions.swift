/// How a ``NATSLog`` connects, and what it asks of the servers.
public struct NATSOptions: Sendable {
    // REP-30: A stream counts as durable only if its servers say that they sync always.

    /// The file with the certificates of the authorities that the servers' certificates are verified against, in PEM;
    /// `nil` for those of the system.
    public var certificateAuthorities: String?

    /// The files with the certificate and the key that the client shows, in PEM; `nil` if the servers ask for none.
    public var clientCertificate: (certificate: String, key: String)?

    /// A user of the servers' system account, which may ask each server for its settings; `nil` if there is none.
    ///
    /// With it, ``NATSLog/prepare()`` reads `sync_interval` and the version of every server, and
    /// ``NATSLog/health()`` shows the version of every server.
    public var systemUser: NATSUser?

    /// The operator's statement that every server has `sync_interval: always` in its `jetstream` block.
    ///
    /// Only for logs without ``systemUser``: the settings of the servers cannot be read otherwise.
    public var serversSyncAlways = false

    /// Accepts that acknowledged entries can be lost: servers that do not sync always, and fewer than three replicas.
    ///
    /// A power failure then loses acknowledged events. For tests and for measuring.
    public var acceptsLoss = false

    /// The number of servers that keep a copy, if the stream is created: 1, 3 or 5.
    ///
    /// Fewer than 3 needs ``acceptsLoss``.
    public var replicas = 3

    /// The time in which an append or a read must be answered.
    public var requestTimeout = Duration.seconds(5)

    /// The time after which a connection is tested that has been silent; after two tests without an answer it counts as
    /// lost.
    public var pingInterval = Duration.seconds(3)

    /// The default options.
    public init() {}
}

/// A user of NATS servers.
public struct NATSUser: Hashable, Sendable, CustomStringConvertible {
    /// The name.
    public var name: String

    /// The password.
    public var password: String

    /// - Parameters:
    ///   - name: The name.
    ///   - password: The password.
    public init(name: String, password: String) {
        self.name = name
        self.password = password
    }

    /// The name alone.
    public var description: String { name }
}
