import ArgumentParser
import Nacre
import NacreRuntime

/// The command `nacre backup`.
struct BackupCommand<Tool: StoreTool>: AsyncParsableCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "backup",
            abstract: "Copy a store that is in use.",
            discussion: """
                The log is copied as far as it has come when the command begins, while other processes read and append; \
                then it is synced and verified. The folder appears under its name when all of that is done. To restore, \
                use the copy as a store, or move it to where the store was: index and read models are built anew from \
                its log.

                Examples:
                  \(Tool.name) backup /backup/shop-monday.nacre --store shop.nacre
                  \(Tool.name) verify --store /backup/shop-monday.nacre
                """)
    }

    @Argument(
        help: ArgumentHelp("The folder to make; an empty one may be there.", valueName: "dest"), completion: .directory)
    var destination: String

    @OptionGroup var store: StoreOptions<Tool>
    @OptionGroup var progress: ProgressOptions

    func validate() throws {
        if destination.isEmpty { throw ValidationError("a backup needs the path of a folder, and it is empty") }
    }

    func run() async throws {
        try await store.withRuntime(.reading) { runtime in
            let meter = progress.meter("copying")
            defer { meter.finish() }
            let summary = try await runtime.backup(to: destination) { meter.update($0, of: $1) }
            meter.finish()
            try Console.standard.output.line(
                "copied \(Figures.count(Int(summary.head), "event")) in \(Figures.count(summary.blocks, "block")) to "
                    + TerminalText.cell(destination))
        }
    }
}
