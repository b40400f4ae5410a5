import ArgumentParser
import Nacre
import NacreRuntime

extension ProcessesCommand {
    /// The command `nacre processes list`.
    struct List: AsyncParsableCommand {
        static var configuration: CommandConfiguration {
            CommandConfiguration(
                commandName: "list",
                abstract: "List the process managers with their state and position.",
                discussion: """
                    Lists the process managers that have a stream in this log, $process-NAME, whichever program runs \
                    them, and those of this program. The position is the recorded one: later events that caused no \
                    reaction may have been handled already. The states:

                      unused  it has recorded nothing yet, and begins with the first event
                      ready   it is not halted, and continues when a program runs it
                      halted  it cannot handle the event at the position shown

                    Examples:
                      \(Tool.name) processes list
                      \(Tool.name) processes list --format json
                    """)
        }

        @OptionGroup var format: ListingOptions<ProcessState>
        @OptionGroup var store: StoreOptions<Tool>

        func run() async throws {
            try await store.withRuntime(.checking) { runtime in
                let states = try await runtime.states(of: runtime.allProcessJournals(), tool: Tool.name)
                try Console.standard.output.list(states, format.format, columns: format.columns)
            }
        }
    }
}
