import DomainKit
import ItemsDomain

extension ItemName {
    /// Validates a name that is being typed.
    static func check(_ text: String) throws(ValidationError) {
        _ = try ItemName(text)
    }
}
