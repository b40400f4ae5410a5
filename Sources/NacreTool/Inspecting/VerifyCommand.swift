import ArgumentParser
import Nacre
import NacreRuntime

/// The command `nacre verify`.
struct VerifyCommand<Tool: StoreTool>: InterruptibleCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "verify",
            abstract: "Check the log, its index and the read models, or the rules.",
            discussion: """
                Checks every checksum, the chain of blocks, that positions and versions have no gaps, and that the \
                index and the read models agree with the log. Each fault is a line with its position in the log; if \
                there is a fault, the command exits with 65. The log and the read models do not change. Opening the \
                store rebuilds an unusable index; standard error reports that, and the read models that are not \
                checked.

                With --rules, it checks instead whether the rules of the program allow each event: whether a decider \
                could have decided it in the state before it. It lists the events that are refused, and counts those \
                that are not judged: of categories without a decider, of types that the decider does not know. Rules \
                across streams, such as unique names, are not judged. If an event is refused, the command exits with \
                65.
                \(replicas)
                Examples:
                  \(Tool.name) verify --store shop.nacre
                  \(Tool.name) verify --rules --format ndjson
                """)
    }

    @Flag(name: .customLong("rules"), help: "Check whether the rules allow the events, and nothing else.")
    var isOfRules = false

    @Flag(
        name: .customLong("replicas"),
        help: ArgumentHelp(
            "Compare the replicas of all nodes that are up, and nothing else.",
            visibility: Tool.replicatedLogs.isEmpty ? .private : .default))
    var isOfReplicas = false

    @OptionGroup var format: FormatOptions
    @OptionGroup var store: StoreOptions<Tool>
    @OptionGroup var progress: ProgressOptions

    /// What the help says of replicas.
    private static var replicas: String {
        guard !Tool.replicatedLogs.isEmpty else { return "" }
        return """

            With --replicas, it compares this node with the others instead, by the checksums of the blocks that they end \
            with, each of which covers all blocks before it. If one differs, the command exits with 65.

            """
    }

    func validate() throws {
        guard !isOfRules || !isOfReplicas else { throw ValidationError("choose --rules or --replicas") }
        guard isOfRules || isOfReplicas || format.format == .table else {
            let others = Tool.replicatedLogs.isEmpty ? "" : " or --replicas"
            throw ValidationError("--format \(format.format.rawValue) needs --rules\(others)")
        }
    }

    func run() async throws {
        try await store.withRuntime(.checking) { runtime in
            guard !isOfReplicas else {
                guard let replication = runtime.replication else { throw store.noLog }
                return try await ReplicaVerification(
                    replication: replication, tool: Tool.name, format: format.format, output: Console.standard.output
                ).run()
            }
            guard !isOfRules else {
                return try await RuleVerification(
                    runtime: runtime, tool: Tool.name, progress: progress, format: format.format,
                    output: Console.standard.output
                ).run()
            }
            try await StoreVerification(
                runtime: runtime, tool: Tool.name, progress: progress, output: Console.standard.output
            ).run()
        }
    }
}
