public import DomainKit

/// What attempts at an e-mail address are counted for.
public enum AttemptKind: Sendable, Hashable, CaseIterable {
    /// Passwords given for the address.
    case password

    /// Mails that anyone can cause to the address.
    case mail
}

/// What is counted: attempts of one kind at one e-mail address, which may belong to no account.
public struct AttemptKey: Sendable, Hashable {
    /// What the attempts are.
    public let kind: AttemptKind

    /// The e-mail address.
    public let claim: EmailClaim

    /// Creates a key.
    ///
    /// - Parameters:
    ///   - kind: What the attempts are.
    ///   - claim: The e-mail address.
    public init(_ kind: AttemptKind, at claim: EmailClaim) {
        self.kind = kind
        self.claim = claim
    }
}

/// Attempts in succession.
public struct Attempts: Sendable, Hashable {
    /// The number of attempts, at least 1.
    public var count: Int

    /// The time of the last one.
    public var lastAt: Instant

    /// Creates a count.
    ///
    /// - Parameters:
    ///   - count: The number of attempts, at least 1.
    ///   - lastAt: The time of the last one.
    public init(count: Int, lastAt: Instant) {
        self.count = count
        self.lastAt = lastAt
    }
}
