#if Server || All
    import AuthDomain
    import DomainKit
    import FeatureAPI
    import FeatureCache
    import FeatureReadModelCache
    import ItemsDomain
    import ItemsRemote
    import Nacre
    import NacreLMDB
    import NacreTool
    import ProfileDomain
    import ProfileRemote

    /// The answers of a server that commands have got before, for when it cannot be reached.
    ///
    /// They belong to one session.
    struct KeptAnswers {
        // OPS-26: Commands show kept answers of a server that does not answer, and say how old they are.

        private let models: any ReadModelStore
        private let ages = AnswerAges()

        /// How long a command waits for a server whose answer it has kept.
        private static let patience = Duration.seconds(5)

        /// Opens the answers of a server; without a usable folder, nothing is kept.
        ///
        /// - Parameter address: The address of the server.
        init(of address: ServerAddress) async {
            guard let folder = UserCache.answers(of: address) else {
                models = InMemoryReadModelStore()
                return
            }
            do {
                models = try await folder.open()
            } catch {
                Self.notice(error)
                models = InMemoryReadModelStore()
            }
        }

        /// Runs use cases of items and profiles.
        ///
        /// - Parameters:
        ///   - token: The token of the session.
        ///   - accounts: The use cases of accounts at the server.
        ///   - transport: The connection to the server.
        ///   - body: Runs the use cases.
        /// - Returns: The result of `body`.
        /// - Throws: `AuthError` if the session has ended, or if the server cannot be reached and its account is not kept;
        ///   errors of `body`.
        func withUseCases<Result>(
            _ token: Token, _ accounts: AuthUseCases, over transport: any HTTPTransport,
            _ body: (PlacedUseCases) async throws -> Result
        ) async throws -> Result {
            let account = try await account(of: token, accounts)
            let client = APIClient(over: transport, session: FixedSession(SessionToken(token.text)))
            let label: @Sendable () -> String? = { account.label }
            var options = (
                items: CachedAnswers<ItemAnswer>.Options.remote(account: label, patience: Self.patience),
                profiles: CachedAnswers<ProfileAnswer>.Options.remote(account: label, patience: Self.patience)
            )
            options.items.notesKept = ages.note
            options.profiles.notesKept = ages.note
            let items = CachedItems(
                over: .remote(client, scope: account.scope), in: cache("items", format: ItemAnswer.format),
                options: options.items)
            let profiles = CachedProfiles(
                over: .remote(client), in: cache("profiles", format: ProfileAnswer.format), options: options.profiles)
            return try await finishing {
                await items.shutdown()
                await profiles.shutdown()
            } after: {
                try await body(PlacedUseCases(items: items.storage, profiles: profiles.storage))
            }
        }

        /// Closes the file, and says how old the shown answers are.
        func close() {
            models.close()
            if let message = ages.message(at: SystemTimeSource().now()) {
                Console.standard.diagnostics.notice(message)
            }
        }

        private func account(of token: Token, _ accounts: AuthUseCases) async throws -> KeptAccount {
            // The token itself is kept in the file of sessions alone.
            let session = "\(ContentHash(Array(token.text.utf8)))"
            let answers = CachedAnswers<KeptAccount>(
                in: cache("account", format: KeptAccount.format),
                options: .init(
                    account: { session }, isUnreachable: { ($0 as? AuthError)?.code == .networkUnreachable },
                    patience: Self.patience))
            return try await finishing {
                await answers.shutdown()
            } after: {
                try await answers.fetch(AnswerKey("account")) { KeptAccount(try await accounts.authenticate(token)) }
                    .value
            }
        }

        private func cache<Answer: Codable & Sendable>(_ name: String, format: Int) -> ReadModelAnswerCache<Answer> {
            ReadModelAnswerCache(name, in: models, format: format, notice: Self.notice)
        }

        @Sendable
        private static func notice(_ error: any Error) {
            Console.standard.diagnostics.notice("the server's answers are not kept: \(error)")
        }
    }
#endif
