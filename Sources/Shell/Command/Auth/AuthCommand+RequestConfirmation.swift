#if Server || All
    import ArgumentParser
    import AuthDomain
    import DomainKit
    import NacreTool

    extension AuthCommand {
        /// The command `nacre auth request-confirmation`.
        struct RequestConfirmation: AsyncParsableCommand {
            static let configuration = CommandConfiguration(
                commandName: "request-confirmation",
                abstract: "Request another mail with a link that confirms an address.",
                discussion: """
                    The address gets a mail if it has an account and is not confirmed yet; this command does not tell. Mails of \
                    a store are sent while nacre serve runs with --smtp or --mail-folder. Former links are no longer valid.

                    Example:
                      nacre auth request-confirmation ada@example.com
                    """)

            @Argument(help: "The account's e-mail address.")
            var email: String

            @OptionGroup var target: AccountOptions

            func run() async throws {
                try await target.withAccounts { try await $0.useCases.requestConfirmation(email) }
                Console.standard.diagnostics.notice(
                    "if the address has an account and is not confirmed yet, it gets a mail with a link")
            }
        }
    }
#endif
