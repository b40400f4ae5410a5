import DomainKit

extension Instant {
    /// The moment as tables show it: to the second.
    package var cell: String { String(description.prefix(19)) + "Z" }
}
