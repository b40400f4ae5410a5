import DomainKit
import Logging
import Nacre
import NacreLMDB
import NacreReplicated
import Synchronization
import TestFolders

/// Nodes of one replicated store over one log in memory, each in a folder of its own.
final class Cluster: Sendable {
    let log: InMemoryReplicatedLog
    let folder: TemporaryFolder
    private let stores = Mutex<[ReplicatedEventStore]>([])

    init(_ log: InMemoryReplicatedLog = InMemoryReplicatedLog()) throws {
        self.log = log
        folder = try TemporaryFolder()
    }

    /// The folder of a node.
    func path(_ name: String) -> String { folder.path + "/" + name }

    /// Opens a node.
    ///
    /// - Parameters:
    ///   - name: Its name, which is that of its folder and of its client.
    ///   - wrap: Puts something between the node and the log.
    ///   - change: Changes the options.
    /// - Returns: The open node.
    /// - Throws: Errors of opening it.
    func node(
        _ name: String, over wrap: (any ReplicatedLog) -> any ReplicatedLog = { $0 },
        changing change: (inout ReplicatedEventStore.Options) -> Void = { _ in }
    ) async throws -> ReplicatedEventStore {
        var options = ReplicatedEventStore.Options.small()
        change(&options)
        let store = try await ReplicatedEventStore.open(at: path(name), over: wrap(log.client(name)), options: options)
        stores.withLock { $0.append(store) }
        return store
    }

    /// Opens nodes with the names `0`, `1`, ….
    func nodes(
        _ count: Int = 3, changing change: (inout ReplicatedEventStore.Options) -> Void = { _ in }
    ) async throws -> [ReplicatedEventStore] {
        var nodes: [ReplicatedEventStore] = []
        for number in 0..<count { nodes.append(try await node("\(number)", changing: change)) }
        return nodes
    }

    /// Closes all nodes.
    func close() async {
        for store in stores.withLock({ $0 }) { await store.close() }
    }
}

/// Runs a body on a cluster, and closes its nodes.
func withCluster<Success>(
    _ log: InMemoryReplicatedLog = InMemoryReplicatedLog(), _ body: (Cluster) async throws -> Success
) async throws -> Success {
    let cluster = try Cluster(log)
    do {
        let result = try await body(cluster)
        await cluster.close()
        return result
    } catch {
        await cluster.close()
        throw error
    }
}

extension ReplicatedEventStore.Options {
    /// Small maps, so that many tests can run at once.
    static func small(
        timeSource: any TimeSource = SystemTimeSource(), logger: Logger = Logged().logger
    ) -> ReplicatedEventStore.Options {
        var options = ReplicatedEventStore.Options(
            replica: LMDBEventStore.Options(
                durability: .unsynced, mapSize: 256 << 20, derivedMapSize: 64 << 20, timeSource: timeSource,
                logger: logger))
        // All tests begin at once: what is not about a limit waits as long as it takes.
        (options.appendLimit, options.readLimit) = (.seconds(300), .seconds(300))
        // The clocks of tests are those of other years.
        options.clockTolerance = .seconds(1 << 40)
        return options
    }
}
