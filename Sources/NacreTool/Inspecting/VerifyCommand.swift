import ArgumentParser
import Nacre
import NacreRuntime

/// The command `nacre verify`.
struct VerifyCommand<Tool: StoreTool>: AsyncParsableCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "verify",
            abstract: "Check the log, its index and the read models.",
            discussion: """
                Checks every checksum, the chain of blocks, that positions and versions have no gaps, and that the \
                index and the read models agree with the log. Each fault is a line with its position in the log; if \
                there is a fault, the command exits with 65. The log and the read models do not change. Opening the \
                store rebuilds an unusable index; standard error reports that, and the read models that are not \
                checked.

                Example:
                  \(Tool.name) verify --store shop.nacre
                """)
    }

    @OptionGroup var store: StoreOptions<Tool>
    @OptionGroup var progress: ProgressOptions

    func run() async throws {
        try await store.withRuntime(.checking) { runtime in
            try await StoreVerification(
                runtime: runtime, tool: Tool.name, progress: progress, output: Console.standard.output
            ).run()
        }
    }
}
