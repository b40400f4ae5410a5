public import PresentationKit
import ProfileDomain

extension ProfileViewModel {
    /// What the screen shows.
    public struct State: Sendable, Equatable {
        /// The profile; `nil` while it is not set up, and the identity comes first.
        public internal(set) var profile: Loadable<PresentedProfile?> = .loading

        /// The screen name that is typed.
        public internal(set) var screenName = FormField()

        /// The birthday that is typed, as YYYY-MM-DD.
        public internal(set) var birthday = FormField()

        /// Whether what was typed is being saved.
        public internal(set) var isSaving = false

        /// Whether it was saved, and nothing else was typed since.
        public internal(set) var isSaved = false

        /// Why it could not be saved; it stays typed.
        public internal(set) var failure: PresentedError?

        /// Why the profile is not kept up to date any more; `nil` while it is.
        public internal(set) var staleness: PresentedError?

        /// Whether the identity is to be set up first.
        public var needsIdentity: Bool { profile == .loaded(nil) }
    }

    /// A profile as it is shown.
    public struct PresentedProfile: Sendable, Equatable {
        /// The screen name.
        public let screenName: String

        /// The birthday, as YYYY-MM-DD.
        public let birthday: String
    }

    /// What the user can do.
    public enum Action: Sendable, Equatable {
        /// Show the profile: loads it, and keeps it up to date.
        case appear

        /// Leave the profile: it is not kept up to date any more.
        case disappear

        /// Load the profile again.
        case retry

        /// Type the screen name.
        case typeScreenName(String)

        /// Type the birthday, as YYYY-MM-DD.
        case typeBirthday(String)

        /// Save what was typed: sets up the profile, or changes what is different.
        case save

        /// Type nothing different from the profile any more.
        case cancel

        /// Hide the failure.
        case dismissFailure
    }

    /// What the screen leaves to the flow.
    public enum Outcome: Sendable, Equatable {
        /// The identity was set up.
        case setUp

        /// The session has ended.
        case sessionExpired
    }
}

extension ProfileViewModel.PresentedProfile {
    /// Presents a profile.
    init(_ details: ProfileDetails) {
        screenName = details.screenName
        birthday = details.birthday
    }
}
