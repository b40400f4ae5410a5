#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// Generates random identities: UUIDs version 4 from the system's random number generator.
public struct RandomIDGenerator: IDGenerator {
    /// Creates a generator.
    public init() {}

    /// Generates a random identity.
    public func next() -> UUID {
        let (high, low) = UUID.randomHalves()
        return UUID(high: high, low: low)
    }
}
