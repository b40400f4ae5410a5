public import DomainKit

extension ProfileDecider: JudgingDecider {
    /// Judges an event of a profile.
    ///
    /// The released screen name that a change names is not judged, because the state does not depend on it. What is
    /// left of an erased profile cannot be judged, and is allowed.
    ///
    /// - Parameters:
    ///   - event: The event.
    ///   - state: The profile before the event.
    /// - Returns: Why the rules refuse the event; `nil` if they allow it.
    public static func refusal(of event: ProfileEvent, in state: Profile) -> Refusal? {
        switch (state, event) {
        case (_, .erased), (.erased, _), (.none, .identityCompleted): nil
        case (.none, _): Refusal("the profile was never set up")
        case (.complete, .identityCompleted): Refusal("the profile was set up before")
        case (.complete(let old, _), .screenNameChanged(let new, _)):
            // Compared by bytes, as in the decision.
            new.utf8.elementsEqual(old.utf8) ? Refusal("the profile has this screen name already") : nil
        case (.complete(_, let old), .birthdayCorrected(let new)):
            new == old ? Refusal("the profile has this birthday already") : nil
        }
    }
}
