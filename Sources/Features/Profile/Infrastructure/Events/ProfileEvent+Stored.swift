public import Nacre
public import ProfileDomain

extension ProfileEvent: StoredEvent {
    /// The category of profiles' streams.
    public static let category = "profile"

    /// The codec for profiles' events.
    public static let codec = ProfileEventCodec()
}
