#if Server || All
    import AuthDomain
    import AuthInfrastructure
    import AuthSecrets
    import Logging
    import Nacre
    import NacreInspector
    import NacreLMDB
    import NacreRuntime
    import NacreTool
    import Shell
    import ShellPages
    import ShellPresentation
    import ShellServer

    /// A store that is served: its log, the secrets of accounts, and what runs on them.
    struct ServedStore {
        let path: String

        /// The path from the root, once the store exists.
        let absolutePath: @Sendable () throws -> String

        /// Sends the mails of accounts; `nil` if none are requested.
        let mailSender: (any MailSender)?

        /// The URL by which browsers reach the server; `nil` for the one that it listens on.
        let url: String?

        /// Whether the store has, and is for, a ``DemoAccount``.
        let isDemo: Bool

        /// Opens everything, serves until it is interrupted, and closes everything.
        ///
        /// - Parameter options: Where and how the server listens.
        /// - Throws: Errors of opening, of listening, and of background work.
        func run(_ options: ServerOptions) async throws {
            let metrics = MetricsRegistry()
            let logger = Logger(label: "nacre", factory: { StreamLogHandler.standardError(label: $0) })
            let engine = LMDBEngine.lmdb(at: path, options: .init(logger: logger, metrics: metrics))
            let storage = try await engine.open(for: .writing)
            do {
                try await serve(storage, options, metrics, logger)
            } catch {
                await storage.close()
                throw error
            }
            await storage.close()
        }

        private func serve(
            _ storage: Storage, _ options: ServerOptions, _ metrics: MetricsRegistry, _ logger: Logger
        ) async throws {
            let log = EventStoreAccountLog(of: storage.store)
            try await StoreSecrets(path: path, log: log).withHasher(isCreating: true) { secrets, hasher in
                let application = try Application(
                    on: storage,
                    options: .init(
                        requestsMail: mailSender != nil, sealing: secrets, answersFromEvents: true,
                        runtime: .init(logger: logger)))
                let accounts = application.accounts(secrets: secrets, hasher: hasher)
                if isDemo { try await DemoAccount(application: application, accounts: accounts.useCases).prepare() }
                let settling = SettlingSecrets(
                    settle: accounts.useCases.settleSecrets, secrets: secrets, log: log)
                try await serve(
                    application, accounts, SecretsSettler(settling, logger: logger), options, metrics, logger)
                try await secrets.follow(log)
            }
        }

        private func serve(
            _ application: Application, _ accounts: AuthFeature, _ settler: SecretsSettler, _ options: ServerOptions,
            _ metrics: MetricsRegistry, _ logger: Logger
        ) async throws {
            var followers = application.runtime.followers
            followers.append(settler)
            let address = ServedAddress()
            if let mailSender {
                followers.append(
                    address.once(
                        application.mailRelay(for: accounts, sender: mailSender, texts: .links(to: address)) {
                            logger.warning("a mail was not sent", metadata: ["mail": "\($0)", "error": "\($1)"])
                        }))
            }
            let inspector = try Inspector(
                application.runtime, storeAt: absolutePath(), tool: NacreProgram.name,
                root: OperatorPages.inspectorPath, figures: { metrics.appendFigures })
            let site = try await PageSite(
                .live(application, accounts: accounts, observedEvery: options.limits.streamInterval),
                isSecure: isSecure(options), operatorPages: .inspecting(by: inspector))
            let server = try APIServer(
                application, accounts: accounts, options: options, site: site, metrics: metrics, logger: logger,
                isListening: { port in
                    let listening = options.url(port: port)
                    address.set(url ?? listening)
                    do {
                        try Console.standard.output.line(listening)
                        if isDemo {
                            try Console.standard.output.line(
                                "demo account: \(DemoAccount.email), password: \(DemoAccount.password)")
                        }
                        try Console.standard.output.flush()
                    } catch {
                        logger.warning("the address cannot be printed: \(error)")
                    }
                })
            // Errors end the work, too; `defer` cannot wait for it.
            let outcome: Result<Void, any Error>
            do {
                outcome = .success(try await server.runUntilInterrupted(beside: followers))
            } catch {
                outcome = .failure(error)
            }
            await inspector.shutdown()
            try outcome.get()
        }

        /// Whether browsers reach the server by TLS, its own or that of a proxy.
        private func isSecure(_ options: ServerOptions) -> Bool {
            url.map { $0.hasPrefix("https:") } ?? (options.tls != nil)
        }
    }

    extension ServerOptions {
        /// The URL on which the server listens.
        fileprivate func url(port: Int) -> String {
            "\(tls == nil ? "http" : "https")://\(host.contains(":") ? "[\(host)]" : host):\(port)"
        }
    }
#endif
