/// Everything that is asked of items, whatever keeps them.
public enum ItemBehaviours {
    /// All of it.
    public static let all = repository + queries + changes + observing
}
