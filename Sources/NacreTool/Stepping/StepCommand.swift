import ArgumentParser
import Nacre
import NacreRuntime

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// The command `nacre step`.
struct StepCommand<Tool: StoreTool>: AsyncParsableCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "step",
            abstract: "Go through events one by one, with what each changed.",
            discussion: """
                Shows an event, and beside it the state of its stream after it: changed fields first, marked by ~, + or \
                -. With a stream, only its events; with --projection, the events that the projection applies, each \
                with the rows of the read model that it changed. The read model is built in a temporary place, and the \
                live one does not change.

                On a terminal, keys go through the events: n or right to the next, p or left to the one before, g to a \
                position, home and end to the first and the last, up and down to scroll, q to quit, ? for help. If \
                standard input or output is no terminal, or TERM is dumb, each line of standard input is a command: \
                n (or an empty line), p, g N, f, l, q, ?.

                Events that are appended meanwhile are not shown.

                Examples:
                  \(Tool.name) step order-42
                  \(Tool.name) step --at 1200
                  \(Tool.name) step --projection \(Tool.exampleProjection) --at 1200
                  printf 'n\\nn\\n' | \(Tool.name) step order-42
                """)
    }

    @Argument(help: "The stream; the whole log by default.", completion: NameCompletion<Tool>.of(.stream))
    var stream: String?

    @Option(
        help: ArgumentHelp("Show the rows of the read model of this projection.", valueName: "name"),
        completion: NameCompletion<Tool>.ofProjection)
    var projection: String?

    @Option(help: ArgumentHelp("Begin with the event at this position, or the next one.", valueName: "position"))
    var at: UInt64?

    @OptionGroup var store: StoreOptions<Tool>
    @OptionGroup var progress: ProgressOptions

    func validate() throws {
        if stream != nil, projection != nil {
            throw ValidationError("give either a stream or --projection")
        }
    }

    func run() async throws {
        let target = StepTarget(stream: stream.map { StreamName($0) }, projection: projection)
        let beginning = at.map { StepAction.goTo($0) } ?? .first
        try await store.withRuntime(.reading) { runtime in
            if let stream = target.stream { try await runtime.requireStream(stream, tool: Tool.name) }
            if let projection { try ProjectionArgument.require(projection, among: runtime.models.names) }
            if let at {
                let head = try await runtime.store.head()
                guard at <= head else { throw EventStoreError.noSuchPosition(at, head: head) }
            }
            if RawTerminal.isAvailable {
                try await target.view(in: runtime, beginningWith: beginning)
            } else {
                let meter = progress.meter("building the read model")
                defer { meter.finish() }
                try await target.withSession(in: runtime, progress: { meter.update($0, of: $1) }) { session in
                    let input = LineSource(descriptor: STDIN_FILENO, name: "standard input", limit: StepLines.lineBytes)
                    var lines = StepLines(
                        session, to: Console.standard.output, prompts: isatty(STDIN_FILENO) == 1)
                    try await lines.run(beginningWith: beginning, reading: input)
                }
            }
        }
    }
}
