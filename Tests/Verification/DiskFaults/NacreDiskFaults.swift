import ArgumentParser

/// Proves the effects of lost, misdirected and altered pages of a log on every interface of a store.
@main
struct NacreDiskFaults: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "NacreDiskFaults",
        abstract: "Damage single pages of a log, and audit every answer of the store.",
        subcommands: [PagesCommand.self, RecordCommand.self, WorkCommand.self],
        defaultSubcommand: PagesCommand.self)
}
