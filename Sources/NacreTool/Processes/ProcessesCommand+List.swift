import ArgumentParser
import Nacre
import NacreRuntime

extension ProcessesCommand {
    /// The command `nacre processes list`.
    struct List: AsyncParsableCommand {
        static var configuration: CommandConfiguration {
            CommandConfiguration(
                abstract: "List the process managers with their state and position.",
                discussion: """
                    Those are listed that have a stream in this log, $process-NAME, whichever program runs them, and those \
                    of this program. The position is the one that is noted: events behind it that led to nothing may have \
                    been looked at. The states:

                      unused  it has noted nothing in this log yet: it begins with the first event
                      ready   nothing keeps it from going on where a program runs it
                      halted  it cannot handle the event at the position that is told

                    Examples:
                      \(Tool.name) processes list
                      \(Tool.name) processes list --format json
                    """)
        }

        @OptionGroup var format: FormatOptions
        @OptionGroup var store: StoreOptions<Tool>

        func run() async throws {
            try await store.withRuntime(.checking) { runtime in
                let states = try await runtime.states(of: runtime.allProcessJournals(), tool: Tool.name)
                try Console.standard.output.list(states, format.format)
            }
        }
    }
}
