import Foundation
import NacreReplicated
import ReplicatedLogServers
import TestFolders

/// Three servers of a log, and three nodes over it.
struct Cluster: Sendable {
    /// The number of servers, and of nodes.
    static let size = 3

    let servers: any LogServers
    let nodes: [NodeProcess]
    /// A node that joins when all is over, from the log alone.
    let witness: NodeProcess
    /// `nil` if servers and nodes share the system's network.
    let network: Network?

    /// Starts servers and nodes, and waits until they are ready.
    ///
    /// - Parameters:
    ///   - kind: The log.
    ///   - seed: The seed of the events' ids.
    ///   - plant: The name of a fault of the first node.
    ///   - folder: The folder of all data.
    /// - Returns: The cluster; end it with ``stop()``.
    /// - Throws: Errors of starting it.
    static func start(_ kind: LogKind, seed: UInt64, plant: String?, in folder: TemporaryFolder) async throws -> Cluster
    {
        let network = Network.current
        var places = [ServerPlace](repeating: .loopback, count: size * 2)
        if let network { for number in places.indices { places[number] = try await network.add(number + 1) } }
        let (servers, address) = try await startServers(kind, Array(places.prefix(size)), folder)
        func node(_ name: String, _ place: ServerPlace, _ plant: String?) -> NodeProcess {
            NodeProcess(
                name,
                .init(path: folder.path(name), address: address, log: kind, seed: seed, plant: plant, place: place))
        }
        let cluster = Cluster(
            servers: servers,
            nodes: (0..<size).map { node("node-\($0)", places[size + $0], $0 == 0 ? plant : nil) },
            witness: node("witness", .loopback, nil), network: network)
        do {
            try await servers.waitUntilReady()
            for node in cluster.nodes { try await node.start() }
            for node in cluster.nodes { try await node.awaitOpening() }
            return cluster
        } catch {
            try await cluster.stop()
            throw error
        }
    }

    private static func startServers(
        _ kind: LogKind, _ places: [ServerPlace], _ folder: TemporaryFolder
    ) async throws -> (any LogServers, address: String) {
        switch kind {
        case .etcd:
            var options = EtcdServers.Options()
            options.places = places
            let servers = try await EtcdServers.started(options, in: folder)
            return (servers, servers.address("proof"))
        case .nats:
            let servers = try await NATSServers.started(NATSServers.Setup(places: places), in: folder)
            return (servers, servers.address("proof"))
        }
    }

    /// Ends all processes.
    func stop() async throws {
        for node in nodes + [witness] {
            node.resume()
            try await node.kill()
        }
        for server in 0..<servers.count { servers.resume(server) }
        try await servers.stop()
    }
}
