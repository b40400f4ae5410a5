import DomainKit
import Nacre

/// Numbered events like those of applications: the same in every process.
struct SampleEvents {
    /// The number of streams, used in turn.
    var streams: Int

    /// Bytes of an event's data.
    var dataBytes = 256

    /// The number of owners; every event of an owner's streams carries the owner's tag.
    static let owners = 100

    private static let types: [EventType] = ["ItemCreated", "ItemRenamed", "ItemCompleted", "ItemReopened"]

    /// The time of every event, so that no clock is read.
    static let moment = Instant(nanosecondsSince1970: 1_700_000_000_123_456_000, decimals: 6)

    /// The stream of an event.
    func stream(of number: Int) -> StreamName { StreamName("item-\(10_000_000 + number % streams)") }

    /// The id of an event, supplied by the caller, as clients that repeat appends do.
    static func id(of number: Int) -> EventID {
        let bits = UInt64(number)
        return EventID(high: mixed(2 * bits) & 0xFFFF_FFFF_FFFF_0FFF | 0x4000, low: mixed(2 * bits + 1) >> 2 | 1 << 63)
    }

    /// The tag of an event's owner.
    static func owner(of number: Int) -> Tag { Tag("owner:\(number % owners)") }

    /// An event.
    ///
    /// - Parameters:
    ///   - number: Its number.
    ///   - isTagged: Whether it has a supplied id and its owner's tag.
    /// - Returns: The event.
    func event(_ number: Int, isTagged: Bool = false) -> EventData {
        EventData(
            id: isTagged ? Self.id(of: number) : nil, type: Self.types[number / streams % Self.types.count],
            time: Self.moment, tags: isTagged ? [Self.owner(of: number)] : [],
            data: (0..<dataBytes).map { UInt8(truncatingIfNeeded: number &+ $0) })
    }

    /// A commit of consecutive events, each to its own stream.
    func commit(_ numbers: Range<Int>, isTagged: Bool = false) -> Commit {
        Commit(
            entries: numbers.map { Commit.Entry(stream: stream(of: $0), event: event($0, isTagged: isTagged)) })
    }
}

/// A clock with a constant time.
struct StandingTime: TimeSource {
    func now() -> Instant { SampleEvents.moment }
}
