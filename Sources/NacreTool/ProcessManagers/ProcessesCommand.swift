import ArgumentParser
import Nacre
import NacreRuntime

/// The command `nacre processes`.
struct ProcessesCommand<Tool: StoreTool>: AsyncParsableCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "processes",
            abstract: "List the process managers, and resume a halted one.",
            discussion: """
                A process manager reacts to events by appending events, and records its progress in the log. An \
                event that it cannot handle halts it, in every program, until the event is retried or skipped. These \
                commands do not run process managers: the program that runs one sees the change and continues.

                Examples:
                  \(Tool.name) processes list
                  \(Tool.name) processes retry welcome
                  \(Tool.name) processes skip welcome 4711 --reason "a test account"
                """,
            subcommands: [List.self, Retry.self, Skip.self])
    }
}

/// The argument that names a process manager.
struct ProcessArgument: ParsableArguments {
    @Argument(help: "The name of the process manager.")
    var name: String
}

extension StoreOptions {
    /// Changes the journal of a process manager, and prints the state that follows.
    ///
    /// - Parameters:
    ///   - process: The process manager.
    ///   - format: The format of the state.
    ///   - body: Changes the journal.
    /// - Throws: Errors of opening and of `body`; ``CommandError`` if there is no such process manager.
    func change(
        _ process: ProcessArgument, _ format: FormatOptions,
        _ body: (_ process: FollowerReference, Runtime) async throws -> Void
    ) async throws {
        try await withRuntime(.rebuilding) { runtime in
            let journal = try await runtime.journal(ofProcess: process.name)
            try await body(.process(process.name), runtime)
            for state in try await runtime.states(of: [journal], tool: Tool.name) {
                try Console.standard.output.show(state, format.format)
            }
        }
    }
}
