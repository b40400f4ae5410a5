public import DomainKit
public import Nacre
internal import Synchronization

#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// Sequential ids, the same in every run: `00000000-0000-4000-8000-000000000001`, `…2`, `…3`.
///
/// They have the form of version 4 UUIDs. A domain uses the generator as its `IDGenerator`, and an in-memory store uses
/// it for the ids of events:
///
/// ```swift
/// let ids = SequentialIDGenerator(seed: 7)
/// let store = InMemoryEventStore(timeSource: ManualTimeSource(), makeID: SequentialIDGenerator().eventID(at:))
/// ```
///
/// Threading: may be called from any task at any time; no id is returned twice.
public final class SequentialIDGenerator: IDGenerator {
    private let seed: UInt32
    private let count = Mutex<UInt64>(0)

    /// Creates a generator that starts with the first id.
    ///
    /// - Parameter seed: The first group of every id, which keeps the ids of two generators distinct.
    public init(seed: UInt32 = 0) {
        self.seed = seed
    }

    /// Generates the next id.
    public func next() -> UUID {
        let number = count.withLock { count in
            count += 1
            return count
        }
        return id(number)
    }

    /// The id that a given call of the generator returns, for expectations of tests.
    ///
    /// - Parameter number: The number of the call, from 1.
    /// - Returns: The id.
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

    /// Generates the next id for an event.
    ///
    /// - Parameter time: The time of the append, which does not affect the id.
    /// - Returns: The id.
    public func eventID(at time: Instant) -> EventID {
        EventID(next())
    }

    private func eventID(_ number: UInt64) -> EventID {
        EventID(high: UInt64(seed) << 32 | 0x4000, low: 0b10 << 62 | number & 0xFFFF_FFFF_FFFF)
    }
}
