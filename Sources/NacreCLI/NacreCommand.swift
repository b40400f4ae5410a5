import ArgumentParser

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// The command `nacre`.
@main
struct NacreCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "nacre",
        abstract: "An embedded event store: append, read, replay and inspect a log of events.",
        discussion: """
            A store is a folder: --store PATH, else $NACRE_STORE, else ./nacre.store. The log in it is the truth; \
            indexes and read models are made from it and can be thrown away.

            Results go to standard output, everything else to standard error.

            Exit codes: 0; 1 any other failure; 2 a conflict; 3 recorded, but not shown yet; 64 usage; 65 bad input or damaged data; 66 no such \
            store, stream, file, item or profile; 73 cannot create; 74 input or output failed. Where whoever reads the \
            output goes away (nacre read | head), the command ends with 0.

            Examples:
              nacre demo
              nacre items add "Buy milk"
              nacre items list
              nacre read --type ItemCreated --format ndjson
              nacre export -o history.ndjson
              nacre import history.ndjson --store copy.nacre
            """,
        version: Version.current,
        subcommands: [DemoCommand.self],
        groupedSubcommands: [
            CommandGroup(name: "Use cases", subcommands: [ItemsCommand.self, ProfileCommand.self]),
            CommandGroup(
                name: "Events",
                subcommands: [
                    AppendCommand.self, ReadCommand.self, TailCommand.self, ImportCommand.self, ExportCommand.self,
                ]),
            CommandGroup(
                name: "Inspection and repair",
                subcommands: [
                    StreamsCommand.self, StatsCommand.self, ProjectionsCommand.self, ProcessesCommand.self,
                    ReplayCommand.self, VerifyCommand.self, BackupCommand.self, RestoredCommand.self,
                ]),
        ])

    /// Runs the command line of this process, and ends the process.
    static func main() async {
        StandardDescriptors.fillClosed()
        // A reader that goes away ends the output, not the program.
        signal(SIGPIPE, SIG_IGN)
        if let fault = RawArguments.fault {
            Console.standard.diagnostics.failure(fault)
            ExitStatus.usage.endProcess()
        }
        await run(nil, on: .standard).endProcess()
    }

    /// Runs a command line.
    ///
    /// - Parameters:
    ///   - arguments: What stands behind the name of the program; `nil` for the arguments of this process.
    ///   - console: Where it says what it has to say.
    /// - Returns: The status to end with.
    static func run(_ arguments: [String]?, on console: Console) async -> ExitStatus {
        do {
            var command = try parseAsRoot(arguments)
            if var command = command as? any AsyncParsableCommand {
                try await command.run()
            } else {
                try command.run()
            }
            try console.output.flush()
            return .success
        } catch {
            return report(error, on: console)
        }
    }
}
