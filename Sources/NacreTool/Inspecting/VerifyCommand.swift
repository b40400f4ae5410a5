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

                Examples:
                  \(Tool.name) verify --store shop.nacre
                  \(Tool.name) verify --rules --format ndjson
                """)
    }

    @Flag(name: .customLong("rules"), help: "Check whether the rules allow the events, and nothing else.")
    var isOfRules = false

    @OptionGroup var format: FormatOptions
    @OptionGroup var store: StoreOptions<Tool>
    @OptionGroup var progress: ProgressOptions

    func validate() throws {
        guard isOfRules || format.format == .table else {
            throw ValidationError("--format \(format.format.rawValue) needs --rules")
        }
    }

    func run() async throws {
        try await store.withRuntime(.checking) { runtime in
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
