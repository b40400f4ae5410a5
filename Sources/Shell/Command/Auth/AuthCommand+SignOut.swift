#if Server || All
    import ArgumentParser
    import AuthDomain
    import AuthSessions
    import DomainKit

    extension AuthCommand {
        /// The command `nacre auth sign-out`.
        struct SignOut: AsyncParsableCommand {
            static let configuration = CommandConfiguration(
                commandName: "sign-out",
                abstract: "End the session.",
                discussion: """
                    With --all, ends all sessions of the account.

                    Examples:
                      nacre auth sign-out
                      nacre auth sign-out --all
                    """)

            @Flag(name: .customLong("all"), help: "End all sessions of the account.")
            var endsAll = false

            @OptionGroup var target: AccountOptions

            func run() async throws {
                try await target.withAccounts { accounts in
                    try await accounts.useCases.signOut(accounts.token(), scope: endsAll ? .allSessions : .thisSession)
                    try await accounts.sessions.remove(at: accounts.place)
                    try accounts.answers?.discard()
                }
            }
        }
    }
#endif
