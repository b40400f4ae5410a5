import DomainKit

extension Instant {
    /// The moment as shown in tables, with a precision of one second.
    package var cell: String { String(description.prefix(19)) + "Z" }
}
