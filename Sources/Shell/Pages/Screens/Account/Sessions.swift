import AuthPresentation
import DomainKit
import PresentationKit

/// The sessions of an account.
struct Sessions: PartContent {
    /// A session.
    struct Session: Sendable, Equatable {
        /// Whether it is the one that shows this.
        let isCurrent: Bool

        /// When it began, as a machine reads it.
        let createdAt: String

        /// When it began, as it is shown without script.
        let shownCreatedAt: String

        /// When it was used last, as a machine reads it.
        let lastUsedAt: String

        /// When it was used last, as it is shown without script.
        let shownLastUsedAt: String
    }

    /// The sessions, in order of signing in.
    let sessions: [Session]

    /// What can be done.
    let buttons: [Button]

    /// Why that failed; empty if it did not.
    let failure: String

    init(
        _ sessions: [AccountViewModel.PresentedSession], _ work: AccountViewModel.Work?, failure: PresentedError?
    ) {
        self.sessions = sessions.map { session in
            Session(
                isCurrent: session.isCurrent, createdAt: session.createdAt.description,
                shownCreatedAt: session.createdAt.shown, lastUsedAt: session.lastUsedAt.description,
                shownLastUsedAt: session.lastUsedAt.shown)
        }
        buttons = [
            Button(in: "sessions", "signOut", "Sign out", isBusy: work == .signingOut),
            Button(in: "sessions", "signOutEverywhere", "Sign out everywhere"),
        ]
        self.failure = failure?.sentences ?? ""
    }
}
