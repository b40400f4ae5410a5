import ArgumentParser
import Nacre
import NacreRuntime

/// The command `nacre verify`.
struct VerifyCommand<Tool: StoreTool>: AsyncParsableCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "verify",
            abstract: "Check that the store is whole.",
            discussion: """
                Every checksum, the chain of blocks, positions without gaps, contiguous versions; and that the index and \
                the read models agree with the log. Each fault is a line, with its position in the log; where there is \
                one, the command exits with 65. Log and read models are not changed. Opening the store rebuilds an \
                unusable index; standard error names that, and the read models that are not judged.

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
