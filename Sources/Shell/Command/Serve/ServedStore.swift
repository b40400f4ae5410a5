#if Server || All
    import AuthDomain
    import AuthInfrastructure
    import AuthSecrets
    import Logging
    import Nacre
    import NacreLMDB
    import NacreRuntime
    import NacreTool
    import Shell
    import ShellServer

    /// A store that is served: its log, the secrets of accounts, and what runs on them.
    struct ServedStore {
        let path: String
        let mailFolder: String?

        /// Opens everything, serves until it is interrupted, and closes everything.
        ///
        /// - Parameter options: Where and how the server listens.
        /// - Throws: Errors of opening, of listening, and of background work.
        func run(_ options: ServerOptions) async throws {
            let metrics = MetricsRegistry()
            let logger = Logger(label: "nacre", factory: { StreamLogHandler.standardError(label: $0) })
            let engine = LMDBEngine.lmdb(at: path, options: .init(logger: logger, metrics: metrics))
            let application = try await Application.open(
                engine, options: .init(requestsMail: mailFolder != nil, runtime: .init(logger: logger)))
            do {
                try await serve(application, options, metrics, logger)
            } catch {
                await application.close()
                throw error
            }
            await application.close()
        }

        private func serve(
            _ application: Application, _ options: ServerOptions, _ metrics: MetricsRegistry, _ logger: Logger
        ) async throws {
            let sodium = try Sodium()
            let hasher = try await SodiumPasswordHasher.open(sodium: sodium)
            let secrets: LMDBSecretStore
            do {
                secrets = try await LMDBSecretStore.open(in: path, sodium: sodium)
            } catch {
                await hasher.close()
                throw error
            }
            do {
                let accounts = application.accounts(secrets: secrets, hasher: hasher)
                try await serve(application, accounts, options, metrics, logger)
            } catch {
                await secrets.close()
                await hasher.close()
                throw error
            }
            await secrets.close()
            await hasher.close()
        }

        private func serve(
            _ application: Application, _ accounts: AuthFeature, _ options: ServerOptions, _ metrics: MetricsRegistry,
            _ logger: Logger
        ) async throws {
            var followers = application.runtime.followers
            followers.append(SecretsSettler(accounts.useCases.settleSecrets, logger: logger))
            if let mailFolder {
                followers.append(
                    application.mailRelay(for: accounts, sender: FolderMailSender(mailFolder), texts: Self.mailTexts) {
                        logger.warning("a mail was not sent", metadata: ["mail": "\($0)", "error": "\($1)"])
                    })
            }
            let scheme = options.tls == nil ? "http" : "https"
            let host = options.host.contains(":") ? "[\(options.host)]" : options.host
            let server = try APIServer(
                application, accounts: accounts, options: options, metrics: metrics, logger: logger,
                isListening: { port in
                    do {
                        try Console.standard.output.line("\(scheme)://\(host):\(port)")
                        try Console.standard.output.flush()
                    } catch {
                        logger.warning("the address cannot be printed: \(error)")
                    }
                })
            try await server.runUntilInterrupted(beside: followers)
        }

        private static let mailTexts = MailTexts(service: "Nacre") { purpose, token in
            switch purpose {
            case .confirmation: "POST /v1/auth/confirmations {\"token\":\"\(token.text)\"}"
            case .reset:
                "POST /v1/auth/password-resets/redeem {\"token\":\"\(token.text)\",\"password\":\"NEW PASSWORD\"}"
            }
        }
    }
#endif
