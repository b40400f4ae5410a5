#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// An error whose description says what went wrong and how to mend it.
///
/// It is what Foundation shows as `localizedDescription` too, which would be no more than the name of the type and a number
/// otherwise. Messages are in English.
public protocol DescribedError: LocalizedError, CustomStringConvertible {}

// All of them stand here, so that a file with a conforming error need not import Foundation for their defaults.
extension DescribedError {
    /// The description.
    public var errorDescription: String? { description }

    /// Nothing: the description says why.
    public var failureReason: String? { nil }

    /// Nothing: the description says what to do.
    public var recoverySuggestion: String? { nil }

    /// Nothing.
    public var helpAnchor: String? { nil }
}
