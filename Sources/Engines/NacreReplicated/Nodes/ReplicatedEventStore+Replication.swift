public import Nacre
internal import NacreLMDB

extension ReplicatedEventStore: StoreReplication {
    /// How this node and the log are doing.
    public func replication() async -> ReplicationStatus {
        let (status, health) = (status, await logHealth())
        return ReplicationStatus(
            log: status.log, sequence: status.applied.number, tail: max(status.tail, status.applied).number,
            isConnected: status.isConnected, isReady: status.isReady, failure: status.failure,
            conflicts: status.counts.conflicts, retries: status.counts.retries, roundTrips: status.counts.roundTrips,
            servers: health.servers.map { server in
                ReplicationStatus.Server(
                    name: server.name, isReachable: server.isReachable, isLeader: server.isLeader,
                    version: server.version, trouble: server.trouble)
            }, logBytes: health.byteCount)
    }

    /// The nodes that are up, compared with this one.
    public func comparedNodes() async throws -> [StoreNode] {
        let nodes = try await nodes()
        // Behind the announcements, so that this node is as far as they were.
        try await catchUp()
        let head = try await replica.head()
        var compared: [StoreNode] = []
        for node in nodes {
            let end = node.end
            let agrees = end.position <= head ? try await replica.checkpoint(at: end.position) == end : nil
            compared.append(
                StoreNode(
                    id: node.node, name: node.name, isOwn: node.node == connection.node, time: node.time,
                    sequence: node.applied.number, position: end.position, checksum: end.fingerprint,
                    isReady: node.isReady, failure: node.failure, agrees: agrees))
        }
        return compared
    }

    /// Lets the log forget what a backup holds.
    @discardableResult
    public func trimLog(behind backup: String) async throws -> UInt64 {
        let sequence: LogSequence = try await trim(behind: backup)
        return sequence.number
    }
}
