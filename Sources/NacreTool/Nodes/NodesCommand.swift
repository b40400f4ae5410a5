import ArgumentParser
import Nacre

/// The command `nacre nodes`.
struct NodesCommand<Tool: StoreTool>: AsyncParsableCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "nodes",
            abstract: "List the nodes of a store on several machines, and the servers of its log.",
            discussion: """
                The folder becomes a node of the store for as long as a command takes: it follows the log, and needs a \
                folder that no other process has open as a node.

                Examples:
                  \(Tool.name) nodes list --log \(Tool.exampleLog)
                  \(Tool.name) nodes servers --format json
                  \(Tool.name) nodes trim-log backups/monday
                """,
            shouldDisplay: !Tool.replicatedLogs.isEmpty, subcommands: [List.self, Servers.self, TrimLog.self],
            defaultSubcommand: List.self)
    }
}

extension StoreTool {
    /// An address of a replicated log, for examples.
    static var exampleLog: String { replicatedLogs.first ?? "ADDRESS" }
}

extension StoreOptions {
    /// Opens the store as a node, and calls a closure with what says how its nodes are doing.
    ///
    /// - Throws: `ValidationError` if no log is named; errors of opening and of `body`.
    func withReplication(_ body: (any StoreReplication) async throws -> Void) async throws {
        try await withStorage(.checking) { storage in
            guard let replication = storage.replication else { throw noLog }
            try await body(replication)
        }
    }

    /// The error of a question about nodes for a store of one machine.
    var noLog: ValidationError {
        ValidationError(
            Tool.replicatedLogs.isEmpty
                ? "\(Tool.name) has no replicated logs, so that its stores have no nodes"
                : "the store is one of a single machine: name its replicated log by --log or $\(Tool.logVariable)")
    }
}
