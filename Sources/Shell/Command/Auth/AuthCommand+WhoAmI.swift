#if Server || All
    import ArgumentParser
    import AuthDomain
    import DomainKit
    import NacreTool

    extension AuthCommand {
        /// The command `nacre auth whoami`.
        struct WhoAmI: AsyncParsableCommand {
            static let configuration = CommandConfiguration(
                commandName: "whoami",
                abstract: "Show the account of the session.",
                discussion: """
                    Prints the account, whether its address is confirmed, its roles, and the session.

                    Examples:
                      nacre auth whoami
                      nacre auth whoami --format json
                    """)

            @OptionGroup var format: FormatOptions
            @OptionGroup var target: AccountOptions

            func run() async throws {
                try await target.withAccounts { accounts in
                    let account = try await accounts.useCases.authenticate(accounts.token())
                    try Console.standard.output.show(account, format.format)
                }
            }
        }
    }
#endif
