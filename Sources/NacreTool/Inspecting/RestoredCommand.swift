import ArgumentParser
import Nacre

/// The command `nacre restored`.
struct RestoredCommand<Tool: StoreTool>: AsyncParsableCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "restored",
            abstract: "Confirm that the log was restored on purpose.",
            discussion: """
                If the index, a read model or the journal knows events that the log does not have, events were \
                lost, and commands that write refuse the store with 65. After a deliberate restore of an older log, \
                this command confirms it: the index and the read models that are ahead of the log are discarded, and \
                rebuilt from it when they are next needed; such a journal, or one that is damaged, is renamed to \
                journal-lost, after the groups before the damage were put into the log. No event of the log changes. \
                No other process may have the store open meanwhile.

                Examples:
                  cp -a /backup/shop-monday.nacre/log.mdb shop.nacre/log.mdb
                  \(Tool.name) restored --store shop.nacre
                """)
    }

    @OptionGroup var store: StoreOptions<Tool>

    func run() async throws {
        let confirmation = try await store.engine.confirmRestored()
        let output = Console.standard.output
        for lost in confirmation.discarded { try output.line(TerminalText.cell("discarded: \(lost)")) }
        try output.line(
            confirmation.discarded.isEmpty
                ? "the log ends at position \(confirmation.head), and no events are missing: nothing was changed"
                : "confirmed: the log ends at position \(confirmation.head)")
    }
}
