#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// An error whose description states the problem and the remedy.
///
/// The description is also used as Foundation's `localizedDescription`, which otherwise shows only the name of the
/// type and a number. Messages are in English.
public protocol DescribedError: LocalizedError, CustomStringConvertible {}

// Defined here, so that files with conforming errors need not import Foundation for the defaults.
extension DescribedError {
    /// The description.
    public var errorDescription: String? { description }

    /// `nil`: the description includes the reason.
    public var failureReason: String? { nil }

    /// `nil`: the description includes the remedy.
    public var recoverySuggestion: String? { nil }

    /// `nil`.
    public var helpAnchor: String? { nil }
}
