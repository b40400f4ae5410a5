#if Server || All
    import ArgumentParser
    import AuthDomain
    import AuthSessions
    import DomainKit
    import NacreTool

    extension AuthCommand {
        /// The command `nacre auth sign-in`.
        struct SignIn: AsyncParsableCommand {
            static let configuration = CommandConfiguration(
                commandName: "sign-in",
                abstract: "Sign in, and keep the session.",
                discussion: """
                    Asks for the password. Prints the new session, which replaces the kept one. With --print-token, it prints \
                    the token of the session instead and keeps nothing.

                    Examples:
                      nacre auth sign-in ada@example.com
                      nacre auth sign-in ada@example.com --format json
                      token=$(nacre auth sign-in ada@example.com --print-token)
                    """)

            @Argument(help: "The account's e-mail address.")
            var email: String

            @Flag(help: "Print the session's token, and do not keep it.")
            var printToken = false

            @OptionGroup var format: FormatOptions
            @OptionGroup var target: AccountOptions

            func run() async throws {
                let password = Password(try SecretInput().read("Password"))
                try await target.withAccounts { accounts in
                    let signedIn = try await accounts.useCases.signIn(email: email, password: password)
                    if printToken {
                        try Console.standard.output.line(signedIn.token.text)
                    } else {
                        // First: the server has begun the session. Answers of another one are never shown in it.
                        try await accounts.sessions.save(signedIn.token, at: accounts.place)
                        try accounts.answers?.discard()
                        try Console.standard.output.show(signedIn.session, format.format)
                    }
                }
            }
        }
    }
#endif
