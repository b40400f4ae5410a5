#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// Random identities: UUIDs of version 4 from the system's random numbers.
public struct RandomIDGenerator: IDGenerator {
    /// Creates a generator.
    public init() {}

    /// Makes a random identity.
    public func next() -> UUID { UUID() }
}
