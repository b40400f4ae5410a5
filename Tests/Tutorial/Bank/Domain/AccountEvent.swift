import DomainKit

/// The events of an account.
package enum AccountEvent: DomainEvent, Codable {
    /// It was opened, with its owner's e-mail address.
    case opened(owner: String, email: String)

    /// Money was paid in.
    case deposited(cents: Int)

    /// Money was taken out.
    case withdrawn(cents: Int)

    /// The bank paid a bonus for opening the account.
    case welcomed(cents: Int)
}
