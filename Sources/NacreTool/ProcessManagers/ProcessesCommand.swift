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

    /// Finds the journal of the process manager.
    ///
    /// - Parameter runtime: The runtime on the log.
    /// - Returns: The process manager's journal.
    /// - Throws: ``CommandError`` if the program does not have it and it has never run on this log; the message names
    ///   those that exist.
    func journal(in runtime: Runtime) async throws -> ProcessJournal {
        let journals = try await runtime.allProcessJournals()
        guard let journal = journals.first(where: { $0.stream == ProcessJournal.stream(of: name) }) else {
            throw CommandError.unknown(.noSuchProcess, "process manager", name, among: journals.map(\.name))
        }
        return journal
    }
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
        _ process: ProcessArgument, _ format: FormatOptions, _ body: (ProcessJournal) async throws -> Void
    ) async throws {
        try await withRuntime(.rebuilding) { runtime in
            let journal = try await process.journal(in: runtime)
            try await body(journal)
            for state in try await runtime.states(of: [journal], tool: Tool.name) {
                try Console.standard.output.show(state, format.format)
            }
        }
    }
}
