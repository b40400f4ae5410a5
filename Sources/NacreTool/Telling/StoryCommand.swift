import ArgumentParser
import Nacre
import NacreRuntime

/// The command `nacre story`.
struct StoryCommand<Tool: StoreTool>: AsyncParsableCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "story",
            abstract: "Tell what happened to a thing: each event in words, and what it changed.",
            discussion: """
                Prints the events of a stream in order, each with its time and actor, its type in words, the fields of \
                the state that it changed, and the events of other streams in its commit. The state is folded by the \
                decider that the program declares for the category of the stream; without one, the data is printed. \
                Events of types that the decider does not know are included. Of a large commit, \
                \(Story.commitReach) events before and after are looked at.

                With --where, the story is that of all streams whose state has ever had a value, such as all things \
                that were given one name, one after another in the order in which they first had it. They are found by \
                searching all events for the text of the value, then folding the streams found: a text that is nowhere \
                in the data, such as a sealed one, is not found. For a flag, a number, null, the name of a case, or a \
                text without letters and digits of ASCII, all streams with a decider are folded.

                Examples:
                  \(Tool.name) story order-42
                  \(Tool.name) story --where name=README.md
                  \(Tool.name) story order-42 --format ndjson
                """)
    }

    @Argument(help: "The stream.", completion: NameCompletion<Tool>.of(.stream))
    var stream: String?

    @Option(
        name: .customLong("where"),
        help: ArgumentHelp("Tell all streams whose state has ever had this value.", valueName: "path=value"),
        transform: parseCondition)
    var condition: StateCondition?

    @OptionGroup var format: ListingOptions<ToldEvent>
    @OptionGroup var store: StoreOptions<Tool>
    @OptionGroup var progress: ProgressOptions

    func validate() throws {
        guard (stream == nil) != (condition == nil) else {
            throw ValidationError("give either a stream or --where, such as --where name=README.md")
        }
    }

    @Sendable
    private static func parseCondition(_ text: String) throws -> StateCondition {
        do {
            return try StateCondition(parsing: text)
        } catch let error as JSONPathError {
            throw ValidationError(error.description)
        }
    }

    func run() async throws {
        try await store.withRuntime(.reading) { runtime in
            let streams = try await streams(in: runtime)
            // The user has named the only stream.
            let usual = stream == nil ? nil : ToldEvent.columnsWithoutStream
            var listing = Listing<ToldEvent>(
                format.format, columns: format.columns, usual: usual, to: Console.standard.output)
            for stream in streams {
                try await Story(in: runtime).tell(stream) { told in try listing.write(told) }
            }
            try listing.finish()
        }
    }

    private func streams(in runtime: Runtime) async throws -> [StreamName] {
        guard let condition else {
            let stream = StreamName(stream ?? "")
            try await runtime.requireStream(stream, tool: Tool.name)
            return [stream]
        }
        let meter = progress.meter("searching all events for the value")
        defer { meter.finish() }
        let found = try await StreamsByValue(in: runtime, where: condition).find { read, total in
            meter.update(read, of: total)
        }
        if found.streams.isEmpty {
            let (text, value) = (quoted(condition.value), "\(condition.path.text) = \(quoted(condition.value))")
            Console.standard.diagnostics.notice(
                condition.texts.isEmpty
                    ? "no stream's state has ever had \(value)"
                    : found.foldedCount == 0
                        ? "no event of a stream with a decider has the text \(text), so no state was looked at"
                        : "of \(Figures.count(found.foldedCount, "stream")) with the text \(text), none has ever had "
                            + "\(value)")
        }
        return found.streams
    }
}
