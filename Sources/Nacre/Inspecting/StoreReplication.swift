public import DomainKit

/// Says how a store on several machines is doing: a capability of engines in front of a replicated log.
public protocol StoreReplication: Sendable {
    /// How this node and the log are doing.
    ///
    /// - Returns: The state, as far as it can be found out in bounded time.
    func replication() async -> ReplicationStatus

    /// The nodes that are up, compared with this one.
    ///
    /// - Returns: The nodes by name, this one included; empty if the log keeps no announcements.
    /// - Throws: ``EventStoreError`` with code `unreachable` if the log does not answer; `damaged` if this node's replica
    ///   cannot be read.
    func comparedNodes() async throws -> [StoreNode]

    /// Lets the log forget what a backup holds.
    ///
    /// - Parameter backup: The folder of a backup of this store, which is verified first.
    /// - Returns: The last entry that the log has forgotten.
    /// - Throws: ``EventStoreError`` if the backup does not fit or the log does not answer.
    @discardableResult
    func trimLog(behind backup: String) async throws -> UInt64
}

/// A node of a store on several machines, as it has announced itself.
public struct StoreNode: Hashable, Sendable {
    /// The node's id.
    public let id: EventID
    /// The node's name for people.
    public let name: String
    /// Whether it is the node that was asked.
    public let isOwn: Bool
    /// When it announced itself, by its own clock.
    public let time: Instant
    /// The last entry of the log that it had applied.
    public let sequence: UInt64
    /// The position of its last event.
    public let position: Position
    /// The checksum of the block at ``position``.
    public let checksum: UInt64
    /// Whether it could serve.
    public let isReady: Bool
    /// Why it had stopped; `nil` while it works.
    public let failure: String?
    /// Whether its replica is that of the node that was asked, up to ``position``; `nil` if that node is not as far.
    public let agrees: Bool?

    /// Creates a node from its parts.
    public init(
        id: EventID, name: String, isOwn: Bool, time: Instant, sequence: UInt64, position: Position, checksum: UInt64,
        isReady: Bool, failure: String?, agrees: Bool?
    ) {
        self.id = id
        self.name = name
        self.isOwn = isOwn
        self.time = time
        self.sequence = sequence
        self.position = position
        self.checksum = checksum
        self.isReady = isReady
        self.failure = failure
        self.agrees = agrees
    }
}

/// How a node of a store on several machines, and its log, are doing.
public struct ReplicationStatus: Hashable, Sendable {
    /// A server of the log.
    public struct Server: Hashable, Sendable {
        /// Its address or name.
        public let name: String
        /// Whether it answers.
        public let isReachable: Bool
        /// Whether it leads; `nil` if that is not known.
        public let isLeader: Bool?
        /// Its version; `nil` if it does not answer.
        public let version: String?
        /// What is wrong with it; `nil` for nothing.
        public let trouble: String?

        /// Creates a server from its parts.
        public init(name: String, isReachable: Bool, isLeader: Bool?, version: String?, trouble: String?) {
            self.name = name
            self.isReachable = isReachable
            self.isLeader = isLeader
            self.version = version
            self.trouble = trouble
        }
    }

    /// The name of the log, without passwords.
    public var log: String
    /// The last entry that this node has applied.
    public var sequence: UInt64
    /// The last entry that the log was known to have.
    public var tail: UInt64
    /// Whether the log's last answer came in time.
    public var isConnected: Bool
    /// Whether the node can serve.
    public var isReady: Bool
    /// Why the node has stopped; `nil` while it works.
    public var failure: String?
    /// How often another node appended first, since the store was opened.
    public var conflicts: Int
    /// How often an entry was appended again because the log did not answer.
    public var retries: Int
    /// The calls that the log has answered.
    public var roundTrips: Int
    /// The servers of the log.
    public var servers: [Server]
    /// The bytes that the log takes up on a server; `nil` if that is not known.
    public var logBytes: UInt64?

    /// Creates a status from its parts.
    public init(
        log: String, sequence: UInt64, tail: UInt64, isConnected: Bool, isReady: Bool, failure: String?, conflicts: Int,
        retries: Int, roundTrips: Int, servers: [Server], logBytes: UInt64?
    ) {
        self.log = log
        self.sequence = sequence
        self.tail = tail
        self.isConnected = isConnected
        self.isReady = isReady
        self.failure = failure
        self.conflicts = conflicts
        self.retries = retries
        self.roundTrips = roundTrips
        self.servers = servers
        self.logBytes = logBytes
    }
}
