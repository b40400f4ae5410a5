import ArgumentParser
import Nacre

extension NodesCommand {
    /// The command `nacre nodes list`.
    struct List: AsyncParsableCommand {
        static var configuration: CommandConfiguration {
            CommandConfiguration(
                commandName: "list",
                abstract: "List the nodes that are up, and how far each has followed the log.",
                discussion: """
                    A node says how it is doing every five seconds, and is forgotten when it has been silent for three \
                    times as long. The sequence is that of the last entry of the log which it had applied then. The states:

                      ready    it can serve
                      behind   it has not caught up, or is cut off from the log
                      stopped  it has found that its replica does not fit the log, and must begin from a backup

                    The replica of a node is the same as this one's if the checksums at its last event are: each covers all \
                    blocks before it.

                    Examples:
                      \(Tool.name) nodes list
                      \(Tool.name) nodes list --format json
                    """)
        }

        @OptionGroup var format: ListingOptions<NodeRow>
        @OptionGroup var store: StoreOptions<Tool>

        func run() async throws {
            try await store.withReplication { replication in
                let rows = try await replication.comparedNodes().map(NodeRow.init)
                try Console.standard.output.list(rows, format.format, columns: format.columns)
            }
        }
    }
}

/// A node as it is listed.
struct NodeRow {
    let node: StoreNode

    var state: String { node.failure == nil ? node.isReady ? "ready" : "behind" : "stopped" }

    /// Whether the replica is this one's.
    var replica: String {
        if node.isOwn { return "this node" }
        return node.agrees.map { $0 ? "the same" : "DIFFERENT" } ?? "ahead of this node"
    }
}

extension NodeRow: Listed {
    static let columns: [TableColumn] = [
        .text("NODE", width: 24), .text("STATE", width: 8), .number("SEQUENCE"), .number("POSITION"),
        .text("REPLICA", width: 10), .text("SAID AT", width: 20).optional, .text("REMARK"),
    ]

    var cells: [String] {
        [
            TerminalText.cell(node.name), state, "\(node.sequence)", "\(node.position)", replica, node.time.cell,
            TerminalText.line(node.failure ?? ""),
        ]
    }

    func writeJSON(to bytes: inout [UInt8]) {
        JSONWriter.object(in: &bytes) { writer in
            writer.field("id", node.id.description)
            writer.field("name", node.name)
            writer.field("state", state)
            writer.field("isThisNode", node.isOwn)
            writer.field("sequence", node.sequence)
            writer.field("position", node.position)
            writer.field("checksum", String(node.checksum, radix: 16))
            if let agrees = node.agrees { writer.field("agrees", agrees) }
            writer.field("time", node.time)
            if let failure = node.failure { writer.field("failure", failure) }
        }
    }
}
