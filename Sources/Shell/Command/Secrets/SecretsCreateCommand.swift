#if Server || All
    import ArgumentParser
    import AuthInfrastructure
    import Nacre
    import NacreRuntime
    import NacreTool

    /// The command `nacre secrets create`.
    struct SecretsCreateCommand: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "create",
            abstract: "Begin with new secrets beside a log that has accounts.",
            discussion: """
                For a log whose secrets are lost, or were left behind on purpose. No account of before can sign in or \
                be reset, and each address can register again. Secrets that are there are not changed.

                Examples:
                  nacre secrets create --store shell.nacre
                """)

        @OptionGroup var store: StoreOptions<NacreProgram>

        func run() async throws {
            try await store.withRuntime(.reading) { runtime in
                let secrets = StoreSecrets(path: store.path, log: EventStoreAccountLog(of: runtime.store))
                let isNew = try await secrets.create()
                try Console.standard.output.line(
                    isNew ? "created new secrets" : "there are secrets: nothing was changed")
            }
        }
    }
#endif
