#if Server || All
    import ArgumentParser

    /// The command `nacre auth`.
    struct AuthCommand: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "auth",
            abstract: "Register accounts, sign in and out, and grant roles.",
            discussion: """
                Passwords and the tokens of links are asked for on a terminal, where they are not shown. Otherwise they \
                are read from standard input, each as a line of its own. They are never arguments.

                The session of sign-in is kept in the file $NACRE_SESSIONS, which its owner alone can read. By default, \
                it is kept in the keychain on macOS, and elsewhere in $XDG_STATE_HOME/nacre/sessions.json or \
                ~/.local/state/nacre/sessions.json.

                A command that needs a session exits with 77 if there is none, or if it has ended.

                Examples:
                  nacre auth register ada@example.com
                  nacre auth sign-in ada@example.com
                  nacre auth whoami
                  nacre auth grant ada@example.com operator
                """,
            subcommands: [
                Register.self, RequestConfirmation.self, Confirm.self, SignIn.self, SignOut.self, WhoAmI.self,
                Sessions.self, ChangePassword.self, RequestReset.self, ResetPassword.self, DeleteAccount.self,
                Grant.self,
            ])
    }
#endif
