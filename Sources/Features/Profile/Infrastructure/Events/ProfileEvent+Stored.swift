public import Nacre
public import ProfileDomain

extension ProfileEvent: StoredEvent {
    /// The category of the streams of profiles.
    public static let category = "profile"

    /// What turns the events of profiles into the log's.
    public static let codec = ProfileEventCodec()
}
