import Nacre

/// Compares the replicas of a store's nodes.
struct ReplicaVerification {
    let replication: any StoreReplication

    /// The program's name.
    let tool: String

    let format: OutputFormat
    let output: StandardOutput

    /// Compares, and lists the nodes.
    ///
    /// - Throws: ``CommandError`` if a replica differs or a node has stopped; `EventStoreError` if the log does not answer.
    func run() async throws {
        let nodes = try await replication.comparedNodes()
        try output.list(nodes.map(NodeRow.init), format)
        let different = nodes.filter { $0.agrees == false || $0.failure != nil }
        guard different.isEmpty else {
            let names = Figures.list(different.map { quoted($0.name) })
            throw CommandError(
                .faultsFound,
                """
                \(Figures.count(different.count, "replica")) of \(nodes.count) differ\(different.count == 1 ? "s" : "") \
                or has stopped: \(names). Keep \(different.count == 1 ? "its folder" : "their folders") for an \
                investigation, and let the node begin again from a backup of another one (\(tool) backup)
                """)
        }
    }
}
