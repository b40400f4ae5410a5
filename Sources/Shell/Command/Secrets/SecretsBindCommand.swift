#if Server || All
    import ArgumentParser
    import AuthInfrastructure
    import Nacre
    import NacreRuntime
    import NacreTool

    /// The command `nacre secrets bind`.
    struct SecretsBindCommand: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "bind",
            abstract: "Use secrets with the log beside them, whatever log they belonged to.",
            discussion: """
                For secrets or a log that were restored on purpose, not from the same copy. Accounts that either of \
                them lacks cannot sign in. Secrets of accounts that the log lacks are erased after 30 days.

                Examples:
                  nacre secrets bind --store shell.nacre
                """)

        @OptionGroup var store: StoreOptions<NacreProgram>

        func run() async throws {
            try await store.withRuntime(.reading) { runtime in
                try await StoreSecrets(path: store.path, log: EventStoreAccountLog(of: runtime.store)).bind()
                try await Console.standard.output.line(
                    "bound to the log, which ends at position \(runtime.store.head())")
            }
        }
    }
#endif
