import ArgumentParser
import ConsistencyChecking
import FaultyNodes
import Foundation
import ReplicatedLogServers
import TestFolders

/// The command `run`.
struct RunCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "run",
        abstract: "Run clients on three nodes over three servers, with faults, and check every answer.",
        discussion: """
            Servers and nodes are processes on this machine. Every one to three seconds one or two of them are killed \
            and started again, paused, or cut off from all others, and healed after at most four seconds. With the right \
            to create network namespaces (root on Linux), each has a network of its own; without it, none is cut off. \
            At the end all are healed, a new node joins from the log alone, all replicas are compared block by block, \
            and the calls of all clients are checked against the log. Prints one JSON object; exits with 1 if \
            anything is wrong.
            """)

    @Option(help: "The log: etcd or nats.")
    var log = LogKind.etcd

    @Option(help: "How long clients call, in seconds.")
    var seconds = 60

    @Option(help: "The seed of calls and faults.")
    var seed: UInt64 = 1

    @Option(help: "The number of clients on each node.")
    var clients = 4

    @Option(
        help:
            "A fault of the first node, which must be found: \(PlantedFault.allCases.map(\.rawValue).joined(separator: ", "))."
    )
    var plant: PlantedFault?

    @Flag(help: "Keep the folder of all data, and print its path.")
    var keep = false

    func run() async throws {
        try await Network.enter()
        signal(SIGPIPE, SIG_IGN)
        let folder = try TemporaryFolder(inMemory: true)
        if keep {
            folder.keep()
            note("the data is in \(folder.path)")
        }
        let report = try await report(in: folder)
        try report.print()
        if !report.anomalies.isEmpty { throw ExitCode.failure }
    }

    private func report(in folder: TemporaryFolder) async throws -> ClusterReport {
        let cluster = try await Cluster.start(log, seed: seed, plant: plant?.rawValue, in: folder)
        do {
            if cluster.network == nil { note("no right to create networks: nothing is cut off") }
            let history = History()
            let faults = FaultSchedule(cluster, seed: seed)
            let failure = await work(on: cluster, history, faults)
            try await cluster.servers.waitUntilReady()
            var audit = ClusterAudit(cluster, history)
            try await audit.run()
            try await cluster.stop()
            let unexpected = [failure, history.anomaly.map { "a call failed: \($0)" }].compactMap(\.self)
            return ClusterReport(
                log: log, seed: seed, seconds: seconds, plant: plant?.rawValue, hasNetworks: cluster.network != nil,
                head: audit.head, calls: history.counts, nodes: audit.states,
                faults: Dictionary(uniqueKeysWithValues: faults.counts.map { ($0.key.rawValue, $0.value) }),
                anomalies: unexpected + audit.anomalies)
        } catch {
            try await cluster.stop()
            throw error
        }
    }

    /// Runs the clients and the faults.
    ///
    /// - Returns: Why a fault could not be healed, such as a node that does not come back; `nil` if all are healed.
    private func work(on cluster: Cluster, _ history: History, _ faults: FaultSchedule) async -> String? {
        let plan = ConsistencyPlan(
            callsPerClient: .max, until: History.now() + UInt64(seconds) * 1_000_000_000, seed: seed)
        let recorded = RecordedCommits()
        let befalling = Task { try await faults.run() }
        await withTaskGroup(of: Void.self) { group in
            for number in 0..<clients * cluster.nodes.count {
                let home = number % cluster.nodes.count
                group.addTask {
                    var client = ClusterClient(number, home: home, of: cluster.nodes, plan, history, recorded)
                    await client.run()
                }
            }
            // Calls of paused nodes end when faults are healed.
            group.addTask {
                while History.now() < plan.until, history.anomaly == nil {
                    try? await Task.sleep(for: .milliseconds(50))
                }
                befalling.cancel()
            }
        }
        switch await befalling.result {
        case .success: return nil
        case .failure(let error): return "a fault was not healed: \(error)"
        }
    }

    private func note(_ words: String) { FileHandle.standardError.write(Data((words + "\n").utf8)) }
}
