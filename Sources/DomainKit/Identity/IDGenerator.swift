#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// Generates new identities.
///
/// It is a protocol so that tests can determine the next identity.
public protocol IDGenerator: Sendable {
    /// Generates a unique identity.
    func next() -> UUID
}
