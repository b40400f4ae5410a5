/// A right that an account has beyond those of every account.
public enum Role: String, Sendable, Hashable, CaseIterable {
    /// May see the operator's pages, and what belongs to no user.
    case `operator`
}
