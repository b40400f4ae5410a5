import AuthDomain
import DomainKit

extension EmailAddress {
    /// Validates an address that is being typed.
    static func check(_ text: String) throws(ValidationError) {
        _ = try EmailAddress(text)
    }
}
