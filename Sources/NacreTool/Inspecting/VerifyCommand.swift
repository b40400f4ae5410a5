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
                one, the command exits with 65. Log and read models are not changed; an index of no use is made anew by \
                opening the store, which is told on standard error, as are the read models that are not judged.

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
