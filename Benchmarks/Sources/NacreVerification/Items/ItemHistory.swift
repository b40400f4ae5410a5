package import ItemsDomain
package import Nacre

/// Numbered events of items: each is created, renamed, completed, reopened, and then renamed repeatedly.
///
/// Streams are used in turn. Names are paths, as long as the payload requires; one in eight has characters that JSON
/// escapes, and characters beyond ASCII.
package struct ItemHistory: Hashable, Sendable {
    package var events: Int
    package var streams: Int

    /// The minimum bytes in the data of an event with a name.
    package var payloadBytes: Int

    package var seed: UInt64

    package init(events: Int, streams: Int, payloadBytes: Int, seed: UInt64) {
        (self.events, self.streams, self.payloadBytes, self.seed) = (events, streams, payloadBytes, seed)
    }

    /// The numbers of the events, in batches for one commit each.
    package var batches: [Range<Int>] {
        stride(from: 0, to: events, by: 10_000).map { $0..<min($0 + 10_000, events) }
    }

    /// The load, as reports name it.
    package var load: AppendLoad {
        AppendLoad(writers: 1, eventsPerAppend: 1, streams: streams, payloadBytes: payloadBytes, seed: seed)
    }

    package func stream(of number: Int) -> StreamName {
        var random = SplitMix64(seed: seed &+ UInt64(number % streams) &* 0xD1B5_4A32_D192_ED03)
        let id = EventID(high: random.next() & 0xFFFF_FFFF_FFFF_0FFF | 0x4000, low: random.next() >> 2 | 1 << 63)
        return "item-\(id)"
    }

    package func event(_ number: Int) -> ItemEvent {
        switch number / streams {
        case 0: .created(name: name(number))
        case let turn where turn % 4 == 2: .completed
        case let turn where turn % 4 == 3: .reopened
        default: .renamed(name: name(number))
        }
    }

    /// A name for events, different for every number.
    package func name(_ number: Int) -> String {
        var name = number % 8 == 7 ? "Sources/Übung \"\(number)\"/" : "Sources/Module\(number)/"
        // The object around the name has eleven bytes.
        let missing = payloadBytes - name.utf8.count - 11
        name += String(repeating: "x", count: max(1, missing))
        return name
    }
}
