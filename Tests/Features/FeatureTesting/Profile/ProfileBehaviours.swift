/// Everything that is asked of profiles, whatever keeps them.
public enum ProfileBehaviours {
    /// All of it.
    public static let all = repository + queries + changes + observing + screenNames
}
