#if Server || All
    import ArgumentParser
    import AuthDomain
    import DomainKit
    import NacreTool

    extension AuthCommand {
        /// The command `nacre auth register`.
        struct Register: AsyncParsableCommand {
            static let configuration = CommandConfiguration(
                commandName: "register",
                abstract: "Register an account.",
                discussion: """
                    Asks for the password: 12 to 128 characters, not a well-known one. The address gets a mail with a link \
                    that confirms it, or one which says that it has an account already: this command does not tell. Mails of a \
                    store are sent while nacre serve runs with --smtp or --mail-folder.

                    Examples:
                      nacre auth register ada@example.com
                      nacre auth register ada@example.com < password.txt
                    """)

            @Argument(help: "The account's e-mail address.")
            var email: String

            @OptionGroup var target: AccountOptions

            func run() async throws {
                let password = Password(try SecretInput().readNew("Password"))
                try await target.withAccounts(creatingStore: true) { accounts in
                    try await accounts.useCases.register(NewAccount(email: email, password: password))
                }
                Console.standard.diagnostics.notice("the address gets a mail that says how to go on")
            }
        }
    }
#endif
