import ArgumentParser
import Nacre
import NacreRuntime

/// The command `nacre show`.
struct ShowCommand<Tool: StoreTool>: AsyncParsableCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "show",
            abstract: "Show one event whole, with its commit, its cause and its consequences.",
            discussion: """
                The event is named by its position, its id, or the beginning of its id. Its block, the block before it \
                and the reference between them are verified; damage exits with 65.

                Examples:
                  \(Tool.name) show 1200
                  \(Tool.name) show 6f9a41
                  \(Tool.name) show 1200 --bytes data > data.bin
                """)
    }

    /// What `--bytes` writes.
    enum Part: String, CaseIterable, ExpressibleByArgument {
        case data, metadata
    }

    @Argument(help: ArgumentHelp("The position of the event, its id, or the beginning of its id.", valueName: "event"))
    var event: String

    @Option(help: ArgumentHelp("Write these bytes of the event in place of everything else.", valueName: "part"))
    var bytes: Part?

    @OptionGroup var format: FormatOptions
    @OptionGroup var store: StoreOptions<Tool>

    func run() async throws {
        try await store.withRuntime(.reading) { runtime in
            let output = Console.standard.output
            let event = try await EventReference(text: event).event(in: runtime.store)
            switch bytes {
            case .data: try output.unescaped(event.data)
            case .metadata: try output.unescaped(event.metadata)
            case nil: try output.show(try await EventSurroundings(of: event, in: runtime.store), format.format)
            }
        }
    }
}
