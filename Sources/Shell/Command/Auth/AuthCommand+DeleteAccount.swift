#if Server || All
    import ArgumentParser
    import AuthDomain
    import AuthSessions
    import DomainKit
    import NacreTool

    extension AuthCommand {
        /// The command `nacre auth delete-account`.
        struct DeleteAccount: AsyncParsableCommand {
            static let configuration = CommandConfiguration(
                commandName: "delete-account",
                abstract: "Delete the account of the session permanently.",
                discussion: """
                    Asks for the password. The account's secrets are erased, and its sessions end. Its address can be registered \
                    again.

                    Example:
                      nacre auth delete-account
                    """)

            @OptionGroup var target: AccountOptions

            func run() async throws {
                let password = Password(try SecretInput().read("Password"))
                try await target.withAccounts { accounts in
                    let token = try await accounts.token()
                    _ = try await accounts.useCases.delete(AccountDeletion(token: token, password: password))
                    try await accounts.sessions.remove(at: accounts.place)
                    try accounts.answers?.discard()
                }
            }
        }
    }
#endif
