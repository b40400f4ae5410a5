public import Nacre

/// How a node of a replicated store is doing.
public struct ReplicaStatus: Hashable, Sendable {
    /// What a node has done since its store was opened.
    public struct Counts: Hashable, Sendable {
        /// Groups of commits of this node that have their place in the log.
        public internal(set) var orderedGroups = 0
        /// Groups that other nodes appended and this one applied.
        public internal(set) var followedGroups = 0
        /// How often another node appended first, and requests were judged again.
        public internal(set) var conflicts = 0
        /// How often an entry was appended again because the log did not answer.
        public internal(set) var retries = 0
        /// Calls that the log has answered.
        public internal(set) var roundTrips = 0
        /// Entries that the log delivered more than once.
        public internal(set) var repeatedEntries = 0
    }

    /// The node's id.
    public let node: EventID
    /// The name of the log.
    public let log: String
    /// The last entry of the log that has arrived here.
    public let received: LogSequence
    /// The last entry of the log that is applied here.
    public let applied: LogSequence
    /// The last entry that the log was known to have.
    public let tail: LogSequence
    /// The position of the last event of the log as far as it is applied; `nil` before the first entry with events.
    public let position: Position?
    /// Whether the log's last answer came in time.
    public let isConnected: Bool
    /// Whether the node can serve: it is connected, has caught up once, and is not behind for long.
    public let isReady: Bool
    /// Why the node has stopped; `nil` while it works.
    public let failure: String?
    /// What the node has done.
    public let counts: Counts

    /// How many entries the node is known to be behind.
    public var lag: UInt64 { tail.number - min(applied.number, tail.number) }
}

extension Replica {
    /// For how long a node may be behind and count as ready.
    private static let toleratedDelay = Duration.seconds(2)

    /// The present status.
    var status: ReplicaStatus {
        look { state in
            let isLate = state.behindSince.map { $0.duration(to: .now) > Self.toleratedDelay } ?? false
            return ReplicaStatus(
                node: node, log: log.name, received: state.received, applied: state.applied, tail: state.tail,
                position: state.end?.position, isConnected: !state.isCutOff,
                isReady: state.hasCaughtUp && !state.isCutOff && !isLate && state.ending == nil,
                failure: state.failure?.message, counts: state.counts)
        }
    }
}
