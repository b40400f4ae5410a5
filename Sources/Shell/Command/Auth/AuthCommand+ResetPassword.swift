#if Server || All
    import ArgumentParser
    import AuthDomain
    import DomainKit
    import NacreTool

    extension AuthCommand {
        /// The command `nacre auth reset-password`.
        struct ResetPassword: AsyncParsableCommand {
            static let configuration = CommandConfiguration(
                commandName: "reset-password",
                abstract: "Reset the password with the token of a mail.",
                discussion: """
                    Asks for the token of the link, then for the new password. Ends all sessions of the account.

                    Example:
                      nacre auth reset-password
                    """)

            @OptionGroup var target: AccountOptions

            func run() async throws {
                let token = try LinkToken.read()
                let new = Password(try SecretInput().readNew("New password"))
                try await target.withAccounts { accounts in
                    try await accounts.useCases.resetPassword(PasswordReset(token: token, new: new))
                }
            }
        }
    }
#endif
