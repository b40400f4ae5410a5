/// The behaviour of accounts, with every repository and every secret store.
public enum AuthBehaviours {
    /// All behaviours.
    public static let all =
        registering + signingIn + locking + sessions + passwords + resetting + deleting + settling + mail + repository
        + secrets + answers
}
