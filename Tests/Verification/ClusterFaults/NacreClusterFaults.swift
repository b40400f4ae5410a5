import ArgumentParser

/// Proves what a replicated store promises over real servers, while servers and nodes are killed, paused and cut off.
@main
struct NacreClusterFaults: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "NacreClusterFaults",
        abstract:
            "Kill, pause and cut off the servers and nodes of a replicated store under load, and check every answer.",
        subcommands: [RunCommand.self, NodeCommand.self],
        defaultSubcommand: RunCommand.self)
}

/// The kind of the replicated log.
enum LogKind: String, ExpressibleByArgument, CaseIterable, Codable, Sendable {
    /// Three servers of etcd.
    case etcd
    /// Three servers of NATS JetStream, which sync always.
    case nats
}

/// A failure of the proof itself, such as servers that do not start.
struct ProofFailure: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
}
