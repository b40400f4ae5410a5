/// The error for invalid input, with every rule that it breaks in every field.
public struct ValidationError: Error, Sendable, Hashable {
    /// The failures, in the order of the fields, and within a field in the order of its rules; never empty.
    public let failures: [ValidationFailure]

    /// Creates an error from one failure.
    ///
    /// - Parameter failure: The failure.
    public init(_ failure: ValidationFailure) {
        failures = [failure]
    }

    /// Creates an error from failures, if there are any.
    ///
    /// - Parameter failures: The failures. If there are none, the result is `nil`.
    public init?(_ failures: [ValidationFailure]) {
        guard !failures.isEmpty else { return nil }
        self.failures = failures
    }
}

extension ValidationError: DescribedError {
    /// Every failure with its field, its value and its remedy, joined by semicolons.
    public var message: String {
        failures.map(\.description).joined(separator: "; ")
    }

    /// The message.
    public var description: String { message }
}
