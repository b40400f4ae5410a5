public import NacreReplicated
internal import Synchronization

/// A replicated log in a stream of NATS JetStream.
///
/// An entry is a message of the stream; its sequence is the stream's own. An append carries
/// `Nats-Expected-Last-Sequence`, which the stream's leader compares with the last sequence, entries on their way
/// included.
///
/// What it promises, and which known faults of the servers it cannot hide, is in `Docs/Guarantees.md`.
public final class NATSLog: ReplicatedLog {
    /// The log's address without user and password.
    public var name: String { address.name }

    /// The servers' `max_payload` less the headers of an entry; before ``prepare()`` that of the default, 1 MiB.
    public var entryByteLimit: Int {
        max(1, connection.payloadLimit.load(ordering: .relaxed) - Self.headerByteLimit)
    }

    /// At most this many bytes are an entry's headers, which count towards `max_payload`.
    private static let headerByteLimit = 256

    let address: NATSAddress
    let options: NATSOptions
    let connection: NATSConnection
    let stream: JetStream
    let system: SystemAccount?
    let readBounds: CoalescedRead<LogBounds>
    private let life = Mutex(Life.new)

    private enum Life {
        case new
        case connecting(Task<Void, any Error>)
        case closed
    }

    /// Names a log; nothing is sent before ``prepare()``.
    ///
    /// - Parameters:
    ///   - address: The address: `nats://user:password@host1:4222,host2:4222,host3:4222/stream`; with `tls://`
    ///     connections are encrypted. User and password are percent-encoded.
    ///   - options: How it connects, and what it asks of the servers.
    /// - Throws: ``ReplicatedLogError`` `invalidAddress`, `notDurable` for options that contradict each other.
    public init(_ address: String, options: NATSOptions = NATSOptions()) throws(ReplicatedLogError) {
        let address = try NATSAddress(address)
        guard options.replicas >= 3 || options.acceptsLoss else {
            throw ReplicatedLogError(
                .notDurable,
                "replicas is \(options.replicas): a log on fewer than 3 servers loses acknowledged entries with one of "
                    + "them; set replicas to 3 or 5, or acceptsLoss if that may be")
        }
        self.address = address
        self.options = options
        let connection = NATSConnection(Self.settings(address, options, user: address.user))
        self.connection = connection
        let stream = JetStream(connection: connection, address: address)
        self.stream = stream
        system = options.systemUser.map { user in
            SystemAccount(connection: NATSConnection(Self.settings(address, options, user: user)))
        }
        readBounds = CoalescedRead { try await LeaderConfirmation.bounds(of: stream, within: options.requestTimeout) }
    }

    private static func settings(_ address: NATSAddress, _ options: NATSOptions, user: NATSUser?) -> ConnectionSettings
    {
        ConnectionSettings(
            urls: address.urls, isEncrypted: address.isEncrypted, user: user,
            certificateAuthorities: options.certificateAuthorities, clientCertificate: options.clientCertificate,
            timeout: min(options.requestTimeout, .seconds(2)), pingInterval: options.pingInterval)
    }

    /// Connects, unless it is connected.
    func connect() async throws(ReplicatedLogError) {
        let task: Task<Void, any Error>? = life.withLock { life in
            switch life {
            case .new:
                let task = Task { [connection, system] in
                    try await connection.connect()
                    try await system?.connection.connect()
                }
                life = .connecting(task)
                return task
            case .connecting(let task): return task
            case .closed: return nil
            }
        }
        guard let task else { throw ReplicatedLogError(.closed, "the log \(name) was closed") }
        do {
            try await task.value
        } catch {
            // The next call tries again.
            life.withLock { if case .connecting = $0 { $0 = .new } }
            throw ReplicatedLogError(connecting: error, to: name)
        }
    }

    /// - Throws: ``ReplicatedLogError`` `closed` after ``close()``.
    func checkOpen() throws(ReplicatedLogError) {
        let isClosed = life.withLock { if case .closed = $0 { true } else { false } }
        if isClosed { throw ReplicatedLogError(.closed, "the log \(name) was closed") }
    }

    /// Closes the connections; safe to call twice.
    public func close() async {
        life.withLock { $0 = .closed }
        await connection.close()
        await system?.connection.close()
    }
}
