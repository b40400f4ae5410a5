#if Server || All
    import ArgumentParser
    import NacreTool
    import ShellServer

    /// The command `nacre serve`.
    struct ServeCommand: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "serve",
            abstract: "Serve items, profiles and accounts over HTTP.",
            discussion: """
                Prints the address once connections are accepted, and logs each request to standard error. Ctrl-C or \
                SIGTERM ends it when the requests in flight are finished.

                Listens on loopback. Another host needs a certificate and its key, or --allow-plaintext.

                The secrets of accounts are kept beside the log, in secrets.mdb and keys. Mails are written into \
                --mail-folder; without it, none are sent.

                Examples:
                  nacre serve --store shell.nacre
                  nacre serve --host 0.0.0.0 --port 443 --tls-certificate c.pem --tls-key k.pem
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
            help: ArgumentHelp("The folder into which mails are written.", valueName: "folder"),
            completion: .directory)
        var mailFolder: String?

        @OptionGroup var store: StoreOptions<NacreProgram>

        /// The server's options.
        private var options: ServerOptions {
            var options = ServerOptions(host: host, port: Int(port), allowsPlaintext: allowPlaintext)
            if let tlsCertificate, let tlsKey { options.tls = .init(certificate: tlsCertificate, key: tlsKey) }
            return options
        }

        func validate() throws {
            guard (tlsCertificate == nil) == (tlsKey == nil) else {
                throw ArgumentParser.ValidationError(
                    "--tls-certificate and --tls-key belong together: give both, or none")
            }
            do { try options.validate() } catch { throw ArgumentParser.ValidationError(error.description) }
        }

        func run() async throws {
            try await ServedStore(path: store.path, mailFolder: mailFolder).run(options)
        }
    }
#endif
