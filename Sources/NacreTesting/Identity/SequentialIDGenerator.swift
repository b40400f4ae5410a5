public import DomainKit
public import Nacre
internal import Synchronization

#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// Identities one after the other, the same in every run: `00000000-0000-4000-8000-000000000001`, `…2`, `…3`.
///
/// They have the form of UUIDs of version 4. A domain takes them through `IDGenerator`, a store in memory for its
/// events:
///
/// ```swift
/// let ids = SequentialIDGenerator(seed: 7)
/// let store = InMemoryEventStore(timeSource: ManualTimeSource(), makeID: SequentialIDGenerator().eventID(at:))
/// ```
///
/// Threading: any task may ask at any time; no two get the same identity.
public final class SequentialIDGenerator: IDGenerator {
    private let seed: UInt32
    private let count = Mutex<UInt64>(0)

    /// Makes a generator that begins with the first identity.
    ///
    /// - Parameter seed: The first group of every identity, so that two generators make none in common.
    public init(seed: UInt32 = 0) {
        self.seed = seed
    }

    /// Makes the next identity.
    public func next() -> UUID {
        let number = count.withLock { count in
            count += 1
            return count
        }
        return id(number)
    }

    /// The identity that the generator makes at some call, for a test to say what it expects.
    ///
    /// - Parameter number: Which call: 1 is the first.
    /// - Returns: The identity.
    public func id(_ number: UInt64) -> UUID {
        let bytes = eventID(number)
        func byte(_ half: UInt64, _ index: UInt64) -> UInt8 { UInt8(truncatingIfNeeded: half >> (56 - 8 * index)) }
        return UUID(
            uuid: (
                byte(bytes.high, 0), byte(bytes.high, 1), byte(bytes.high, 2), byte(bytes.high, 3),
                byte(bytes.high, 4), byte(bytes.high, 5), byte(bytes.high, 6), byte(bytes.high, 7),
                byte(bytes.low, 0), byte(bytes.low, 1), byte(bytes.low, 2), byte(bytes.low, 3),
                byte(bytes.low, 4), byte(bytes.low, 5), byte(bytes.low, 6), byte(bytes.low, 7)
            ))
    }

    /// Makes the next identity for an event.
    ///
    /// - Parameter time: The moment of the append, which the identity does not tell.
    /// - Returns: The identity.
    public func eventID(at time: Instant) -> EventID {
        EventID(next())
    }

    private func eventID(_ number: UInt64) -> EventID {
        EventID(high: UInt64(seed) << 32 | 0x4000, low: 0b10 << 62 | number & 0xFFFF_FFFF_FFFF)
    }
}
