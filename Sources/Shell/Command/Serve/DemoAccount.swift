#if Server || All
    import AuthDomain
    import DomainKit
    import ItemsDomain
    import Nacre
    import NacreTool
    import Shell

    /// The account of `nacre serve --demo`, with items in every state.
    struct DemoAccount {
        // API-32: A demo account is only in stores that hold nothing else.

        static let email = "demo@example.com"
        static let password = "a demo to try nacre with"

        let application: Application
        let accounts: AuthUseCases

        /// Creates the account and its items in an empty store; a store that has the account keeps it as it is.
        ///
        /// - Throws: `CommandError` `badInput` if the store holds other data; errors of the use cases.
        func prepare() async throws {
            let password = Password(Self.password)
            if try await application.store.head() == 0 {
                try await accounts.register(NewAccount(email: Self.email, password: password))
            }
            let signedIn: SignedIn
            do {
                signedIn = try await accounts.signIn(email: Self.email, password: password)
            } catch let error as AuthError where error.code == .invalidCredentials {
                throw CommandError(
                    .badInput, "--demo is for a new store, and this one holds other data: give another --store",
                    cause: error)
            }
            let account = signedIn.session.account
            let useCases = application.items(for: .owner(ItemOwner(high: account.high, low: account.low)))
            if try await useCases.fetchAll(ItemPageRequest(limit: 1, includingDeleted: true)).elements.isEmpty {
                try await createItems(useCases)
            }
            try await accounts.signOut(signedIn.token)
        }

        /// An open, a completed, a renamed and a deleted item.
        private func createItems(_ useCases: ItemUseCases) async throws {
            _ = try await useCases.create(name: "Buy milk")
            let completed = try await useCases.create(name: "Polish the shell")
            _ = try await useCases.complete(completed.id)
            let renamed = try await useCases.create(name: "Read the book")
            _ = try await useCases.rename(renamed.id, to: "Read the log")
            let deleted = try await useCases.create(name: "Count the waves")
            _ = try await useCases.delete(deleted.id)
        }
    }
#endif
