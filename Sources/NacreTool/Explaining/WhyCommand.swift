import ArgumentParser
import Nacre
import NacreRuntime

/// The command `nacre why`.
struct WhyCommand<Tool: StoreTool>: AsyncParsableCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "why",
            abstract: "Show the events that made an append fail.",
            discussion: """
                An append that is refused because of other events exits with 2, and its error ends with a token. For each \
                rule that did not hold, this command shows the events that broke it: those of the stream beyond the \
                expected version, or those that match the query after the position up to which it was read. COMMIT is \
                the positions of an event's commit.

                A token contains no text of any event, only positions; it is of use with its store alone.

                Examples:
                  \(Tool.name) why AQGQFj2GlHObrqWWbCb4rZEBAQICAwE3rXvt
                  \(Tool.name) why AQGQFj2GlHObrqWWbCb4rZEBAQICAwE3rXvt --format ndjson
                """)
    }

    @Argument(help: "The token, from the error of the append.")
    var token: String

    @OptionGroup var format: FormatOptions
    @OptionGroup var store: StoreOptions<Tool>

    func run() async throws {
        let content = try RefusalToken.content(of: token)
        try await store.withRuntime(.reading) { runtime in
            let explanation = try await RefusalExplanation(of: content, in: runtime.store, at: store.path)
            try await explanation.list(format.format, to: Console.standard.output)
        }
    }
}
