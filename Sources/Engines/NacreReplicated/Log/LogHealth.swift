/// The state of the servers of a replicated log.
public struct LogHealth: Hashable, Sendable {
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
        /// What is wrong with it, such as an alarm for space.
        public let trouble: String?

        /// Creates a state from its parts.
        public init(name: String, isReachable: Bool, isLeader: Bool?, version: String?, trouble: String?) {
            self.name = name
            self.isReachable = isReachable
            self.isLeader = isLeader
            self.version = version
            self.trouble = trouble
        }
    }

    /// The servers.
    public let servers: [Server]

    /// The bytes that the log takes up on a server; `nil` if that is not known.
    public let byteCount: UInt64?

    /// Creates a state from its parts.
    public init(servers: [Server], byteCount: UInt64?) {
        self.servers = servers
        self.byteCount = byteCount
    }
}
