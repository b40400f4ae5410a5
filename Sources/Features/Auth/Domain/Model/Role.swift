/// A right that an account has beyond those of every account.
public enum Role: String, Sendable, Hashable, CaseIterable {
    /// May see the operator's pages, and the items and profiles of all users and of none.
    case `operator`
}
