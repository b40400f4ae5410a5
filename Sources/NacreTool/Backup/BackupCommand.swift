import ArgumentParser
import Nacre
import NacreRuntime

/// The command `nacre backup`.
struct BackupCommand<Tool: StoreTool>: InterruptibleCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "backup",
            abstract: "Copy a store, even while it is in use.",
            discussion: """
                Copies the log up to its end at the start of the command, while other processes read and append; \
                then syncs and verifies the copy. The folder appears under its name only when it is complete. To \
                restore, use the copy as the store, or move it into the store's place: the index and the read models \
                are rebuilt from its log. Kept states are left out: "projections keep" makes them again.

                Examples:
                  \(Tool.name) backup /backup/shop-monday.nacre --store shop.nacre
                  \(Tool.name) verify --store /backup/shop-monday.nacre
                """)
    }

    @Argument(
        help: ArgumentHelp("The folder to create; an existing one must be empty.", valueName: "dest"),
        completion: .directory)
    var destination: String

    @OptionGroup var store: StoreOptions<Tool>
    @OptionGroup var progress: ProgressOptions

    func validate() throws {
        if destination.isEmpty { throw ValidationError("the path of the backup is empty: give the path of a folder") }
    }

    func run() async throws {
        try await store.withRuntime(.reading) { runtime in
            let meter = progress.meter("copying")
            defer { meter.finish() }
            let summary = try await Interruption.reporting("nothing of the copy is left") {
                try await runtime.backup(to: destination, reporting: { meter.update($0) })
            }
            meter.finish()
            let kept = try await runtime.keptStates().count
            if kept > 0 {
                Console.standard.diagnostics.notice(
                    "the copy has none of the \(Figures.count(kept, "kept state")): "
                        + "\(Tool.name) projections keep makes them again")
            }
            try Console.standard.output.line(
                "copied \(Figures.count(Int(summary.head), "event")) in \(Figures.count(summary.blocks, "block")) to "
                    + TerminalText.cell(destination))
        }
    }
}
