#if Server || All
    import ArgumentParser
    import AuthDomain
    import DomainKit
    import NacreTool

    extension AuthCommand {
        /// The command `nacre auth sessions`.
        struct Sessions: AsyncParsableCommand {
            static let configuration = CommandConfiguration(
                commandName: "sessions",
                abstract: "List the sessions of the account.",
                discussion: """
                    Lists the valid sessions in the order in which they began. That of this command is marked as current.

                    Examples:
                      nacre auth sessions
                      nacre auth sessions --format ndjson
                    """)

            @OptionGroup var format: ListingOptions<ListedSession>
            @OptionGroup var target: AccountOptions

            func run() async throws {
                try await target.withAccounts { accounts in
                    let sessions = try await accounts.useCases.fetchSessions(accounts.token())
                    try Console.standard.output.list(sessions.listed, format.format, columns: format.columns)
                }
            }
        }
    }
#endif
