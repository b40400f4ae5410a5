#if Server || All
    import ArgumentParser

    /// The command `nacre secrets`.
    struct SecretsCommand: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "secrets",
            abstract: "Back up the secrets of accounts, create new ones, or bind them to a log.",
            discussion: """
                The secrets of accounts are beside the log, in secrets.mdb and keys. They record how far they have \
                followed which log: beside another log, or an older state of it, they are refused with 65; missing \
                beside a log that has accounts, with 66.

                Examples:
                  nacre secrets backup /backup/shell-monday.nacre --store shell.nacre
                """,
            subcommands: [
                SecretsBackupCommand.self, SecretsCreateCommand.self, SecretsBindCommand.self,
            ])
    }
#endif
