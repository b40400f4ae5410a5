/// Input that breaks rules: every rule it breaks, in every field of it.
public struct ValidationError: Error, Sendable, Hashable {
    /// What is wrong, in the order of the fields, and within a field in the order of its rules; never empty.
    public let failures: [ValidationFailure]

    /// Creates an error from one failure.
    ///
    /// - Parameter failure: What is wrong.
    public init(_ failure: ValidationFailure) {
        failures = [failure]
    }

    /// Creates an error from what was found, where anything was.
    ///
    /// - Parameter failures: What is wrong; where it is empty, there is no error.
    public init?(_ failures: [ValidationFailure]) {
        guard !failures.isEmpty else { return nil }
        self.failures = failures
    }
}

extension ValidationError: DescribedError {
    /// Every failure with its field, its value and its remedy, one after the other.
    public var message: String {
        failures.map(\.description).joined(separator: "; ")
    }

    /// The message.
    public var description: String { message }
}
