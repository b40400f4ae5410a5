public import AuthDomain
public import DomainKit
public import PresentationKit

extension AccountViewModel {
    /// What the screen shows.
    public struct State: Sendable, Equatable {
        /// The account and its sessions.
        public internal(set) var account: Loadable<PresentedAccount> = .loading

        /// The present password that is typed.
        public internal(set) var currentPassword = PasswordField()

        /// The new password that is typed.
        public internal(set) var newPassword = PasswordField()

        /// What is under way; nothing else is offered until it has ended.
        public internal(set) var work: Work?

        /// Whether the password was changed.
        public internal(set) var isPasswordChanged = false

        /// The password that confirms the deletion; `nil` while the deletion was not asked for.
        public internal(set) var deletion: PasswordField?

        /// Why the last action failed.
        public internal(set) var failure: PresentedError?

        /// Why the account could not be loaded again; `nil` once it was.
        public internal(set) var staleness: PresentedError?
    }

    /// An account as it is shown.
    public struct PresentedAccount: Sendable, Equatable {
        /// Whether its e-mail address is confirmed.
        public let isEmailConfirmed: Bool

        /// Whether it may see the operator's pages.
        public let isOperator: Bool

        /// Its sessions, in order of signing in.
        public let sessions: [PresentedSession]
    }

    /// A session as it is shown.
    public struct PresentedSession: Sendable, Equatable, Identifiable {
        /// The session.
        public let id: SessionID

        /// When it began.
        public let createdAt: Instant

        /// When it was used last.
        public let lastUsedAt: Instant

        /// Whether it is the one that shows this.
        public let isCurrent: Bool
    }

    /// What can be under way.
    public enum Work: Sendable, Equatable {
        /// The password is being changed.
        case changingPassword

        /// Sessions are being ended.
        case signingOut

        /// The account is being deleted.
        case deleting
    }

    /// What the user can do.
    public enum Action: Sendable {
        /// Show the account.
        case appear

        /// Load the account again.
        case retry

        /// Type the present password.
        case typeCurrentPassword(String)

        /// Type the new password.
        case typeNewPassword(String)

        /// Change the password; all other sessions end.
        case changePassword

        /// End this session.
        case signOut

        /// End all sessions.
        case signOutEverywhere

        /// Begin to delete the account.
        case beginDeletion

        /// Type the password that confirms it.
        case typeDeletionPassword(String)

        /// Delete the account.
        case delete

        /// Keep the account.
        case cancelDeletion
    }

    /// What the screen leaves to the flow.
    public enum Outcome: Sendable, Equatable {
        /// The user has ended the session.
        case signedOut

        /// The account is deleted.
        case deleted

        /// The session has ended.
        case sessionExpired
    }
}

extension AccountViewModel.PresentedAccount {
    /// Presents an account.
    init(_ account: AuthenticatedAccount, _ sessions: AccountSessions) {
        self.init(
            isEmailConfirmed: account.isEmailConfirmed, isOperator: account.roles.contains(.operator),
            sessions: sessions.all.map { session in
                AccountViewModel.PresentedSession(
                    id: session.id, createdAt: session.createdAt, lastUsedAt: session.lastUsedAt,
                    isCurrent: session.id == sessions.current)
            })
    }
}
