#if Server || All
    import ArgumentParser
    import FeatureAPI
    import NacreTool
    import ShellServer

    /// The command `nacre serve`.
    struct ServeCommand: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "serve",
            abstract: "Serve items, profiles and accounts over HTTP, with pages for browsers.",
            discussion: """
                Prints the address once connections are accepted: open it in a browser. Logs each request to standard \
                error. Ctrl-C or SIGTERM ends it when the requests in flight are finished.

                Listens on loopback. Another host needs a certificate and its key, or --allow-plaintext.

                The secrets of accounts are kept beside the log, in secrets.mdb and keys.

                Mails are sent through the server of --smtp, or written into --mail-folder; without either, none are \
                requested. With smtp, STARTTLS is required unless the server is on this machine; smtps begins with \
                TLS. The password of the server's user is read from --smtp-password-file, or from the variable \
                NACRE_SMTP_PASSWORD.

                With --demo, a new store begins with an account and some items, to try the pages and the API with.

                Examples:
                  nacre serve --store shell.nacre
                  nacre serve --store demo.nacre --demo
                  nacre serve --host 0.0.0.0 --port 443 --tls-certificate c.pem --tls-key k.pem
                  nacre serve --smtp smtp://mail.example.com --mail-from no-reply@example.com
                """)

        @Option(help: "The host name or address to listen on.")
        var host = "127.0.0.1"

        @Option(help: "The port; 0 for any free one.")
        var port: UInt16 = 8080

        @Option(
            help: ArgumentHelp("The certificate chain, in PEM.", valueName: "file"), completion: .file())
        var tlsCertificate: String?

        @Option(help: ArgumentHelp("The certificate's private key, in PEM.", valueName: "file"), completion: .file())
        var tlsKey: String?

        @Flag(help: "Allow plain HTTP on a host that is not loopback.")
        var allowPlaintext = false

        @Option(
            help: ArgumentHelp(
                "The address by which browsers reach the server, for the links of mails; by default the printed one.",
                valueName: "url"),
            transform: parseURL)
        var url: String?

        @Flag(help: "Create a demo account with some items in a new store, and print how to sign in.")
        var demo = false

        @Option(
            help: ArgumentHelp(
                "Requests a second that an account, or an address without one, may make; four times as many at once.",
                valueName: "requests"))
        var rate = 50.0

        @Option(
            help: ArgumentHelp(
                "Requests a second that hash a password, of an address and of an account; twenty times as many at once.",
                valueName: "requests"))
        var passwordRate = 2.0

        @OptionGroup var mail: MailOptions
        @OptionGroup var store: StoreOptions<NacreProgram>

        /// The server's options.
        private var options: ServerOptions {
            var options = ServerOptions(host: host, port: Int(port), allowsPlaintext: allowPlaintext)
            if let tlsCertificate, let tlsKey { options.tls = .init(certificate: tlsCertificate, key: tlsKey) }
            (options.limits.requestsPerSecond, options.limits.burst) = (rate, 4 * rate)
            (options.limits.passwordsPerSecond, options.limits.passwordBurst) = (passwordRate, 20 * passwordRate)
            return options
        }

        func validate() throws {
            guard (tlsCertificate == nil) == (tlsKey == nil) else {
                throw ArgumentParser.ValidationError(
                    "--tls-certificate and --tls-key belong together: give both, or none")
            }
            for (name, value) in [("--rate", rate), ("--password-rate", passwordRate)]
            where !(value > 0 && value.isFinite) {
                throw ArgumentParser.ValidationError("\(name) is \(value): give a number above 0")
            }
            guard store.log == nil else {
                throw ArgumentParser.ValidationError(
                    "serve does not run on a replicated log: the secrets of accounts are kept on one machine; leave out --log "
                        + "and $NACRE_LOG")
            }
            do { try options.validate() } catch { throw ArgumentParser.ValidationError(error.description) }
        }

        func run() async throws {
            try await ServedStore(
                path: store.path, absolutePath: { [store] in try store.absolutePath() }, mailSender: mail.sender(),
                url: url, isDemo: demo
            ).run(options)
        }

        /// The origin of a URL as links begin with it.
        @Sendable
        private static func parseURL(_ text: String) throws -> String {
            do {
                return try ServerAddress(text, allowsPlaintext: true).text
            } catch {
                throw ArgumentParser.ValidationError("\(error)")
            }
        }
    }
#endif
