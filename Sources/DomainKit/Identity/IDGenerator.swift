#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// Where new identities come from.
///
/// A seam, so that a test can say which identity comes next.
public protocol IDGenerator: Sendable {
    /// Makes an identity that was never made before.
    func next() -> UUID
}
