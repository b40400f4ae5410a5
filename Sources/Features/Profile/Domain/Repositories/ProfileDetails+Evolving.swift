public import DomainKit

extension ProfileDetails {
    /// Applies an event to the details of a profile: the rules of every profile read model.
    ///
    /// They match ``ProfileDecider/evolve(_:_:)``, so that the read model shows the state on which commands are
    /// decided. An event ignored there (a second set-up, or events before the first) counts as an event of a foreign
    /// type. An erased profile has no details.
    ///
    /// - Parameters:
    ///   - details: The details so far; `nil` before the set-up.
    ///   - event: The event.
    ///   - id: The user whose profile it is.
    ///   - time: The time of the event.
    ///   - version: The version of the profile's stream at this event.
    public static func evolve(
        _ details: inout ProfileDetails?, _ event: ProfileEvent, of id: UserID, at time: Instant, version: UInt64
    ) {
        guard event != .erased else {
            details = nil
            return
        }
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
        case .identityCompleted, .erased: break
        case .screenNameChanged(let new, _):
            changed.screenName = new
            changed.updatedAt = time
        case .birthdayCorrected(let new):
            changed.birthday = new
            changed.updatedAt = time
        }
        details = changed
    }

    /// Counts an event of a foreign type, which changes only the version of the stream.
    ///
    /// - Parameter version: The version of the profile's stream at that event.
    public mutating func skipEvent(version: UInt64) {
        self.version = version
    }
}
