#if Server || All
    import ArgumentParser
    import AuthDomain
    import DomainKit
    import NacreTool

    extension AuthCommand {
        /// The command `nacre auth request-reset`.
        struct RequestReset: AsyncParsableCommand {
            static let configuration = CommandConfiguration(
                commandName: "request-reset",
                abstract: "Request a mail with a link that resets the password.",
                discussion: """
                    The address gets a mail if it has an account; this command does not tell. Mails of a store are sent while \
                    nacre serve runs with --smtp or --mail-folder. The link can be used for an hour.

                    Example:
                      nacre auth request-reset ada@example.com
                    """)

            @Argument(help: "The account's e-mail address.")
            var email: String

            @OptionGroup var target: AccountOptions

            func run() async throws {
                try await target.withAccounts { try await $0.useCases.requestPasswordReset(email) }
                Console.standard.diagnostics.notice(
                    "if the address has an account, it gets a mail that says how to go on")
            }
        }
    }
#endif
