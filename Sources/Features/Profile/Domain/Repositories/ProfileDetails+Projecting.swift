public import DomainKit

extension ProfileDetails {
    /// Takes an event into what queries tell of a profile: the rules of the read model, whatever keeps it.
    ///
    /// They are ``ProfileDecider/evolve(_:_:)``'s, so that the read model shows what decisions are made on. An event
    /// that changes nothing there (a second set-up, anything before the first) counts as an event of a foreign type.
    ///
    /// - Parameters:
    ///   - details: What is told of the profile so far; `nil` where it was not set up yet.
    ///   - event: What has happened to it.
    ///   - id: The user whose profile it is.
    ///   - time: When it happened.
    ///   - version: The version of the profile's stream with this event.
    public static func evolve(
        _ details: inout ProfileDetails?, _ event: ProfileEvent, of id: UserID, at time: Instant, version: UInt64
    ) {
        guard var changed = details else {
            if case .identityCompleted(let screenName, let birthday) = event {
                details = ProfileDetails(
                    id: id, screenName: screenName, birthday: birthday, createdAt: time, updatedAt: time,
                    version: version)
            }
            return
        }
        changed.version = version
        switch event {
        case .identityCompleted: break
        case .screenNameChanged(let new, _):
            changed.screenName = new
            changed.updatedAt = time
        case .birthdayCorrected(let new):
            changed.birthday = new
            changed.updatedAt = time
        }
        details = changed
    }

    /// Counts an event of a foreign type, which changes nothing but the version of the stream.
    ///
    /// - Parameter version: The version of the profile's stream with that event.
    public mutating func passOver(version: UInt64) {
        self.version = version
    }
}
