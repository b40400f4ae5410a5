#if Server || All
    import ArgumentParser
    import AuthInfrastructure
    import AuthSecrets
    import Nacre
    import NacreRuntime
    import NacreTool

    /// The command `nacre secrets backup`.
    struct SecretsBackupCommand: InterruptibleCommand {
        static let configuration = CommandConfiguration(
            commandName: "backup",
            abstract: "Copy a store with the secrets of its accounts, even while it is in use.",
            discussion: """
                Copies the log as nacre backup does, and then the secrets, which cannot change meanwhile. To restore, \
                use the copy as the store, or move it into the store's place.

                The copy holds keys: an account that is deleted later is not erased from it. An account whose password \
                changes between the two copies has to reset it, one that registers then is not in the copy, and one \
                that is deleted then is in its log without secrets.

                Examples:
                  nacre secrets backup /backup/shell-monday.nacre --store shell.nacre
                """)

        @Argument(
            help: ArgumentHelp("The folder to create; an existing one must be empty.", valueName: "dest"),
            completion: .directory)
        var destination: String

        @OptionGroup var store: StoreOptions<NacreProgram>
        @OptionGroup var progress: ProgressOptions

        func validate() throws {
            if destination.isEmpty {
                throw ValidationError("the path of the backup is empty: give the path of a folder")
            }
        }

        func run() async throws {
            try await store.withRuntime(.reading) { runtime in
                let log = EventStoreAccountLog(of: runtime.store)
                let secrets = try await StoreSecrets(path: store.path, log: log)
                    .open(sodium: Sodium(), isCreating: false)
                do {
                    let meter = progress.meter("copying")
                    defer { meter.finish() }
                    let summary = try await Interruption.reporting("nothing of the copy is left") {
                        try await runtime.backup(to: destination, reporting: { meter.update($0) })
                    }
                    try await secrets.copy(to: destination, markedAt: log.mark(at: summary.head))
                    meter.finish()
                    try Console.standard.output.line(
                        "copied \(Figures.count(Int(summary.head), "event")) and the secrets of accounts to "
                            + TerminalText.cell(destination))
                } catch {
                    await secrets.close()
                    throw error
                }
                await secrets.close()
            }
        }
    }
#endif
