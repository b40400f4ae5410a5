/// The behaviour of items, in every implementation.
public enum ItemBehaviours {
    /// All behaviours.
    public static let all = repository + queries + changes + observing + ownership
}
