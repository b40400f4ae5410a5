import ArgumentParser
import Nacre

extension NodesCommand {
    /// The command `nacre nodes servers`.
    struct Servers: AsyncParsableCommand {
        static var configuration: CommandConfiguration {
            CommandConfiguration(
                commandName: "servers",
                abstract: "List the servers of the replicated log, and what is wrong with them.",
                discussion: """
                    Examples:
                      \(Tool.name) nodes servers
                      \(Tool.name) nodes servers --format json
                    """)
        }

        @OptionGroup var format: ListingOptions<LogServerRow>
        @OptionGroup var store: StoreOptions<Tool>

        func run() async throws {
            try await store.withReplication { replication in
                let rows = await replication.replication().servers.map(LogServerRow.init)
                try Console.standard.output.list(rows, format.format, columns: format.columns)
            }
        }
    }

    /// The command `nacre nodes trim-log`.
    struct TrimLog: AsyncParsableCommand {
        static var configuration: CommandConfiguration {
            CommandConfiguration(
                commandName: "trim-log",
                abstract: "Let the replicated log forget what a backup holds.",
                discussion: """
                    The backup is verified block by block, and compared with this node, before anything is forgotten. A \
                    node that has not followed what is forgotten begins from a backup. The log keeps its last entry.

                    Examples:
                      \(Tool.name) backup backups/monday && \(Tool.name) nodes trim-log backups/monday
                    """)
        }

        @Argument(help: ArgumentHelp("The folder of the backup.", valueName: "backup"), completion: .directory)
        var backup: String

        @OptionGroup var store: StoreOptions<Tool>

        func run() async throws {
            try await store.withReplication { replication in
                let sequence = try await replication.trimLog(behind: backup)
                try Console.standard.output.line(
                    sequence == 0
                        ? "nothing was forgotten: the backup holds no whole entry of the log but its last one"
                        : "the log has forgotten its entries up to sequence \(sequence)")
            }
        }
    }
}

/// A server of a log as it is listed.
struct LogServerRow {
    let server: ReplicationStatus.Server

    var role: String { server.isReachable ? server.isLeader.map { $0 ? "leader" : "follower" } ?? "up" : "down" }
}

extension LogServerRow: Listed {
    static let columns: [TableColumn] = [
        .text("SERVER", width: 28), .text("ROLE", width: 8), .text("VERSION", width: 10), .text("REMARK"),
    ]

    var cells: [String] {
        [
            TerminalText.cell(server.name), role, TerminalText.cell(server.version ?? "-"),
            TerminalText.line(server.trouble ?? ""),
        ]
    }

    func writeJSON(to bytes: inout [UInt8]) {
        JSONWriter.object(in: &bytes) { writer in
            writer.field("name", server.name)
            writer.field("role", role)
            if let version = server.version { writer.field("version", version) }
            if let trouble = server.trouble { writer.field("trouble", trouble) }
        }
    }
}
