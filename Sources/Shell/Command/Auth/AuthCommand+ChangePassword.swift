#if Server || All
    import ArgumentParser
    import AuthDomain
    import DomainKit
    import NacreTool

    extension AuthCommand {
        /// The command `nacre auth change-password`.
        struct ChangePassword: AsyncParsableCommand {
            static let configuration = CommandConfiguration(
                commandName: "change-password",
                abstract: "Change the password.",
                discussion: """
                    Asks for the present password, then for the new one. Ends the account's other sessions.

                    Example:
                      nacre auth change-password
                    """)

            @OptionGroup var target: AccountOptions

            func run() async throws {
                let input = SecretInput()
                let current = Password(try input.read("Present password"))
                let new = Password(try input.readNew("New password"))
                try await target.withAccounts { accounts in
                    try await accounts.useCases.changePassword(
                        PasswordChange(token: accounts.token(), current: current, new: new))
                }
            }
        }
    }
#endif
