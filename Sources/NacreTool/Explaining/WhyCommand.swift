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
            let refusal: RefusedCommit
            switch content {
            case .refusal(let found): refusal = found
            case .file(let name, let id):
                // A file that is missing because the token is of another store is not what went wrong.
                _ = try await RefusalExplanation(of: RefusedCommit(store: id, rules: []), in: runtime.store)
                refusal = try RefusalFolder(ofStore: store.path).read(name, of: id)
            }
            let explanation = try await RefusalExplanation(of: refusal, in: runtime.store)
            try await explanation.list(format.format, to: Console.standard.output)
        }
    }
}
