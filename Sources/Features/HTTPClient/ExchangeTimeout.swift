import DomainKit

/// The answer did not arrive in time.
struct ExchangeTimeout: DescribedError {
    /// The longest allowed time.
    let timeout: Duration

    /// What is wrong.
    var description: String { "no answer within \(timeout)" }
}
