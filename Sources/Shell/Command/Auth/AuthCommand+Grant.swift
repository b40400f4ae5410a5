#if Server || All
    import ArgumentParser
    import AuthDomain
    import DomainKit
    import NacreTool

    extension AuthCommand {
        /// The command `nacre auth grant`.
        struct Grant: AsyncParsableCommand {
            static let configuration = CommandConfiguration(
                commandName: "grant",
                abstract: "Grant a role to an account of a store.",
                discussion: """
                    The account must have confirmed its address. An operator sees the metrics of nacre serve. Needs no \
                    session, but access to the store: no server offers it. Prints the account.

                    Example:
                      nacre auth grant ada@example.com operator
                    """)

            @Argument(help: "The account's e-mail address.")
            var email: String

            @Argument(help: "The role: operator.", transform: parseRole)
            var role: Role

            @OptionGroup var format: FormatOptions
            @OptionGroup var store: StoreOptions<NacreProgram>

            func run() async throws {
                let granted = try await store.withAccounts { accounts in
                    GrantedRole(account: try await accounts.grantRole(RoleGrant(email: email, role: role)), role: role)
                }
                try Console.standard.output.show(granted, format.format)
            }

            @Sendable
            private static func parseRole(_ text: String) throws -> Role {
                guard let role = Role(rawValue: text) else {
                    let roles = Role.allCases.map(\.rawValue).joined(separator: ", ")
                    throw ArgumentParser.ValidationError("there is no such role: give \(roles)")
                }
                return role
            }
        }
    }
#endif
