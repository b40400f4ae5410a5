/// The behaviour of profiles, in every implementation.
public enum ProfileBehaviours {
    /// All behaviours.
    public static let all = repository + queries + changes + observing + screenNames
}
