#if Server || All
    import ArgumentParser
    import AuthDomain
    import DomainKit
    import NacreTool
    import ShellServer

    /// The options that say how `nacre serve` sends mails.
    struct MailOptions: ParsableArguments {
        @Option(
            help: ArgumentHelp("The folder into which mails are written.", valueName: "folder"),
            completion: .directory)
        var mailFolder: String?

        @Option(
            help: ArgumentHelp(
                "The mail server through which mails are sent: smtp://user@host:587, or smtps.", valueName: "url"))
        var smtp: String?

        @Option(
            help: ArgumentHelp(
                "The sender of mails: an address, or 'Name <address>'. Needed with --smtp.", valueName: "mailbox"),
            transform: parseMailbox)
        var mailFrom: Mailbox?

        @Option(
            help: ArgumentHelp("The file with the password of the mail server's user.", valueName: "file"),
            completion: .file())
        var smtpPasswordFile: String?

        @Option(
            help: ArgumentHelp(
                "The certificates, in PEM, that are trusted for the mail server in place of the system's.",
                valueName: "file"),
            completion: .file())
        var smtpCertificates: String?

        @Flag(
            inversion: .prefixedNo,
            help: "Require STARTTLS of the mail server, or send mails and password in clear.")
        var smtpStarttls: Bool?

        func validate() throws {
            guard let server = try server() else {
                let needless = [
                    mailFrom.map { _ in "--mail-from" }, smtpPasswordFile.map { _ in "--smtp-password-file" },
                    smtpCertificates.map { _ in "--smtp-certificates" }, smtpStarttls.map { _ in "--smtp-starttls" },
                ]
                guard let name = needless.lazy.compactMap(\.self).first else { return }
                throw ArgumentParser.ValidationError("\(name) is for --smtp: give --smtp too, or leave it out")
            }
            guard mailFolder == nil else {
                throw ArgumentParser.ValidationError("--smtp and --mail-folder both take the mails: give one of them")
            }
            guard mailFrom != nil else {
                throw ArgumentParser.ValidationError("--smtp needs the sender of the mails: give --mail-from")
            }
            guard smtpStarttls == nil || server.security != .implicitTLS else {
                throw ArgumentParser.ValidationError(
                    "a connection with smtps begins with TLS: give smtp, or leave out --smtp-starttls")
            }
        }

        /// What sends the mails.
        ///
        /// - Parameters:
        ///   - time: The clock for the date of mails.
        ///   - variable: The value of an environment variable; `nil` if it is not set.
        /// - Returns: The sender; `nil` if no mails are sent.
        /// - Throws: `SMTPError`; `CommandError` if the password cannot be read.
        func sender(
            time: any TimeSource = SystemTimeSource(), environment variable: (_ name: String) -> String? = environment
        ) throws -> (any MailSender)? {
            guard let server = try server(), let mailFrom else { return mailFolder.map(FolderMailSender.init) }
            let password = try MailPassword.read(file: smtpPasswordFile, environment: variable)
            return try SMTPMailSender(
                SMTPOptions(
                    server: server, password: password, sender: mailFrom, trustedCertificates: smtpCertificates),
                time: time)
        }

        /// The mail server; the argument parser would show a value that is refused, and a password in it.
        private func server() throws -> SMTPServer? {
            do {
                var server = try smtp.map(SMTPServer.init)
                if let smtpStarttls, server?.security != .implicitTLS {
                    server?.security = smtpStarttls ? .startTLS : .plaintext
                }
                return server
            } catch {
                throw ArgumentParser.ValidationError(error.message)
            }
        }

        @Sendable
        private static func parseMailbox(_ text: String) throws -> Mailbox {
            do { return try Mailbox(text) } catch { throw ArgumentParser.ValidationError(error.message) }
        }
    }
#endif
