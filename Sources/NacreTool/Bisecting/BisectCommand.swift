import ArgumentParser
import Nacre
import NacreRuntime
import Synchronization

/// The command `nacre bisect`.
struct BisectCommand<Tool: StoreTool>: AsyncParsableCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "bisect",
            abstract: "Find the first position at which a condition holds.",
            discussion: """
                --when is a condition on a read model, evaluated after each event in one pass over the log:
                  count(NAME) > 1000       the number of rows of the read model's first table
                  NAME["KEY"]              its row with this key, or this value in a unique index, exists
                  NAME["KEY"].isCompleted  a field of that row is neither false nor null
                  NAME["KEY"].name = "x"   a field compared by = (or ==), !=, <, <=, > or >=
                With --stream, it is a condition on the state of that stream, whose fields are named by the paths that \
                blame prints: isCompleted, name = "x", lines[0].price >= 10. A ! before it negates a condition. A field \
                that is missing satisfies no comparison. --all prints the answer at the beginning and each change of it.

                --command is run by the shell for positions found by halving, with the position in \
                $\(Tool.positionVariable) and the store in $\(Tool.storeVariable). Exit code 0 means that the condition \
                does not hold, 125 that the command cannot judge the position, any other code up to 124 that it holds, as \
                for git bisect run; other codes end the search. This assumes that the answer changes once.

                Examples:
                  \(Tool.name) bisect --when 'count(\(Tool.exampleProjection)) > 1000'
                  \(Tool.name) bisect --stream order-42 --when 'isPaid' --all
                  \(Tool.name) bisect --after 1200 --command './check.sh $\(Tool.positionVariable)'
                """)
    }

    @Option(help: ArgumentHelp("The condition.", valueName: "condition"))
    var when: String?

    @Option(
        help: ArgumentHelp("The condition is on the state of this stream.", valueName: "stream"),
        completion: NameCompletion<Tool>.of(.stream))
    var stream: String?

    @Option(help: ArgumentHelp("A command line whose exit code is the answer.", valueName: "command"))
    var command: String?

    @Option(help: ArgumentHelp("Begin at the state after this position.", valueName: "position"))
    var after: Position = 0

    @Option(help: ArgumentHelp("End at this position; the head by default.", valueName: "position"))
    var until: Position?

    @Flag(name: .customLong("all"), help: "Print every change of the answer.")
    var isAll = false

    @OptionGroup var format: ListingOptions<ListedAnswer>
    @OptionGroup var store: StoreOptions<Tool>
    @OptionGroup var progress: ProgressOptions

    func validate() throws {
        guard (when == nil) != (command == nil) else {
            throw ValidationError("give either --when or --command")
        }
        if command == "" { throw ValidationError("--command is empty: give a command line") }
        if command != nil, stream != nil { throw ValidationError("--stream belongs to --when") }
        if command != nil, isAll { throw ValidationError("--all needs --when: halving finds one change") }
        if let until, until < after {
            throw ValidationError("--until is \(until), before --after, which is \(after)")
        }
        _ = try condition()
    }

    private func condition() throws -> BisectCondition? {
        guard let when else { return nil }
        do throws(ConditionError) {
            return try BisectCondition(parsing: when, isOfStream: stream != nil)
        } catch {
            throw ValidationError("\(error)")
        }
    }

    func run() async throws {
        let condition = try condition()
        try await store.withRuntime(.reading) { runtime in
            let head = try await runtime.store.head()
            let until = until ?? head
            for position in [after, until] where position > head {
                throw EventStoreError.noSuchPosition(position, head: head)
            }
            if let condition {
                try await observe(condition, in: runtime, until: until)
            } else if let command {
                try await halve(ShellCommand(command), in: runtime, until: until)
            }
        }
    }

    private func observe(_ condition: BisectCondition, in runtime: Runtime, until: Position) async throws {
        let meter = progress.meter("replaying")
        defer { meter.finish() }
        let bisection = Bisection(
            condition, in: runtime, stream: stream.map { StreamName($0) }, after: after, until: until, tool: Tool.name)
        let findings = try await bisection.findings(isAll: isAll, progress: { meter.update($0, of: $1) })
        meter.finish()
        try await list(findings.changes, in: runtime.store)
        for notice in findings.notices { Console.standard.diagnostics.notice(notice) }
    }

    private func halve(_ command: ShellCommand, in runtime: Runtime, until: Position) async throws {
        let place = try store.absolutePath()
        let found = Mutex<CommandBisection.Result?>(nil)
        try await Interruption.runInterruptibly(writingTo: Console.standard.output) { [after] in
            let result = try await CommandBisection.run(after: after, until: until) { position in
                let outcome = try await command.run(
                    with: [Tool.positionVariable: "\(position)", Tool.storeVariable: place])
                return try CommandBisection.Answer(of: outcome, at: position)
            }
            found.withLock { $0 = result }
        }
        guard let result = found.withLock({ $0 }) else { throw CancellationError() }
        let diagnostics = Console.standard.diagnostics
        switch result {
        case .already:
            diagnostics.notice("the condition holds already at position \(after)")
            try await list([AnswerChange(position: after, holds: true, value: nil)], in: runtime.store)
        case .never:
            diagnostics.notice("the condition does not hold at position \(until)")
            try await list([], in: runtime.store)
        case .found(let position):
            diagnostics.notice("found by halving, which assumes that the answer changes once")
            try await list([AnswerChange(position: position, holds: true, value: nil)], in: runtime.store)
        case .between(let range):
            throw CommandError(
                .badInput,
                "the condition holds first at one of the positions \(range.lowerBound) to \(range.upperBound), between "
                    + "which the command cannot judge (exit code 125)")
        }
    }

    private func list(_ changes: [AnswerChange], in store: any EventStore) async throws {
        var listing = Listing<ListedAnswer>(
            format.format, columns: format.columns, to: Console.standard.output)
        for change in changes {
            try listing.write(try await ListedAnswer(change, after: after, in: store))
        }
        try listing.finish()
    }
}

extension StoreTool {
    /// The environment variable for the position that a command judges.
    static var positionVariable: String {
        let letters = name.uppercased().map { $0.isLetter || $0.isNumber ? $0 : "_" }
        return "\(String(letters))_POSITION"
    }
}
