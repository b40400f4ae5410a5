import Nacre
import NacreRuntime

/// The streams of the events added, with their figures.
///
/// The memory is bounded: beyond the limit, no further stream is added.
struct StreamTally: Sendable {
    // OPS-32: Sorting streams reads the log once, with bounded memory.

    /// The greatest memory for streams, in bytes.
    private static let memoryLimit = 160 << 20

    /// The memory for a stream beside its name, in bytes: its figures, and its places in the table of names.
    private static let streamBytes = 72

    /// The figures of a stream.
    private struct Figures {
        var version: StreamVersion = 0
        let first: Position
        var last: Position = 0
        var bytes = 0
    }

    private let memory: Int
    private var names = ByteTable()
    private var figures: [Figures] = []

    /// Whether there are more streams than there is memory for.
    private(set) var isFull = false

    /// - Parameter memory: The greatest memory, in bytes.
    init(memory: Int = StreamTally.memoryLimit) {
        self.memory = memory
    }

    /// The number of streams.
    var count: Int { figures.count }

    /// Adds an event.
    mutating func add(_ event: EventView) {
        guard !isFull else { return }
        let number = names.number(of: event.streamName)
        if number == figures.count {
            figures.append(Figures(first: event.position))
            isFull = names.byteCount + figures.count * Self.streamBytes > memory
        }
        figures[number].version = event.version
        figures[number].last = event.position
        figures[number].bytes += event.data.count + event.metadata.count
    }

    /// The first streams in an order.
    ///
    /// - Parameters:
    ///   - order: The order; equal streams are ordered by name.
    ///   - isReversed: Whether the last stream comes first.
    ///   - limit: The maximum number of streams.
    ///   - body: Called with each stream.
    /// - Throws: The errors of `body`.
    func forEach(
        by order: StreamOrder, reversed isReversed: Bool, limit: Int, _ body: (ListedStream) throws -> Void
    ) rethrows {
        let sorted = figures.indices.sorted { left, right in
            isReversed ? isBefore(right, left, by: order) : isBefore(left, right, by: order)
        }
        for number in sorted.prefix(limit) {
            let found = figures[number]
            let summary = StreamSummary(
                stream: StreamName(names.text(at: number)), version: found.version, firstPosition: found.first,
                lastPosition: found.last)
            try body(ListedStream(summary: summary, bytes: found.bytes))
        }
    }

    private func isBefore(_ left: Int, _ right: Int, by order: StreamOrder) -> Bool {
        let (one, other) = (figures[left], figures[right])
        switch order {
        case .name: return names.isBefore(left, right)
        case .events where one.version != other.version: return one.version > other.version
        case .first: return one.first < other.first
        case .last: return one.last > other.last
        case .bytes where one.bytes != other.bytes: return one.bytes > other.bytes
        case .events, .bytes: return names.isBefore(left, right)
        }
    }
}
