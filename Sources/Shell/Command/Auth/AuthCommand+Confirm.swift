#if Server || All
    import ArgumentParser
    import AuthDomain
    import DomainKit

    extension AuthCommand {
        /// The command `nacre auth confirm`.
        struct Confirm: AsyncParsableCommand {
            static let configuration = CommandConfiguration(
                commandName: "confirm",
                abstract: "Confirm an e-mail address with the token of a mail.",
                discussion: """
                    Asks for the token of the link.

                    Example:
                      nacre auth confirm
                    """)

            @OptionGroup var target: AccountOptions

            func run() async throws {
                let token = try LinkToken.read()
                try await target.withAccounts { try await $0.useCases.confirmEmail(token) }
            }
        }
    }
#endif
