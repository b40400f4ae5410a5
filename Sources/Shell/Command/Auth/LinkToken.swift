#if Server || All
    import AuthDomain
    import NacreTool

    /// The token of a mail's link, as it is asked for.
    enum LinkToken {
        /// Asks for the token of a link; a text of another form was never a link.
        static func read() throws -> Token {
            guard let token = Token(try SecretInput().read("Token of the mail")) else {
                throw AuthError(code: .linkInvalid)
            }
            return token
        }
    }
#endif
