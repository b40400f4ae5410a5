import DomainKit

/// What happens to an account.
package enum AccountEvent: DomainEvent, Codable {
    /// It was opened, by an owner who is reached at this e-mail address.
    case opened(owner: String, email: String)

    /// Money came in.
    case deposited(cents: Int)

    /// Money went out.
    case withdrawn(cents: Int)

    /// The bank gave something for the beginning.
    case welcomed(cents: Int)
}
