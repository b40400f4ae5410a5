package import AuthSecrets

/// What a second process does with the secrets of a folder.
package struct SecretsJob: Codable, Sendable {
    package enum Action: String, Codable, Sendable {
        /// Prepares a password and an address.
        case prepare

        /// Erases the account.
        case erase
    }

    package var action: Action

    /// The account, as text.
    package var account: String

    /// The step at which the process kills itself, as `SIGKILL` from outside would.
    package var deadlyStep: String?

    package init(_ action: Action, _ account: String, dyingAt step: SecretsStep? = nil) {
        self.action = action
        self.account = account
        deadlyStep = step?.rawValue
    }
}
