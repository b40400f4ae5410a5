import DomainKit
package import Nacre

/// A recorded log with edits, which is read in place of a copy.
package struct EditedHistory: Sendable {
    // FEAT-55: An edited history is read from the log itself.

    /// Events that follow each other in the edited history.
    struct Piece: Hashable, Sendable {
        enum Origin: Hashable, Sendable {
            /// Recorded events, from this position on.
            case recorded(Position)

            /// The inserted, moved or replaced event at this index of ``EditedHistory/placed``.
            case placed(Int)
        }

        /// The place of the first event in the edited history, from 1.
        let start: Position

        /// The position of recorded events, or -1 minus the index of a placed one: there may be millions of pieces.
        private let code: Int64

        init(start: Position, origin: Origin) {
            self.start = start
            code =
                switch origin {
                case .recorded(let position): Int64(bitPattern: position)
                case .placed(let index): Int64(-1 - index)
                }
        }

        var origin: Origin { code < 0 ? .placed(Int(-1 - code)) : .recorded(UInt64(bitPattern: code)) }
    }

    /// An inserted, moved or replaced event.
    struct Placed: Sendable {
        /// The event.
        ///
        /// Its position is that of the recorded event; an inserted event has one after the head, in the order of the
        /// edits.
        var event: RecordedEvent

        /// The position of the recorded event that it follows.
        let after: Position

        /// Whether it takes the place of the recorded event at its own position.
        let isReplacement: Bool

        /// The number of events of its stream that were recorded before its place.
        let recordedBefore: StreamVersion
    }

    /// The recorded log.
    let store: any EventStore

    /// The head of the recorded log, up to which it is read.
    package let head: Position

    /// The pieces, in order.
    let pieces: [Piece]

    /// The inserted, moved and replaced events, in order.
    let placed: [Placed]

    /// The edits of each changed stream.
    let streams: EditedStreams

    /// The recorded events that become the last ones of their commits, because the last ones are left out, in ascending
    /// order.
    private let lastOfCommits: [Position]

    /// The number of events.
    package let count: Position

    private let filter: StreamFilter

    init(
        _ store: any EventStore, head: Position, pieces: [Piece], count: Position, placed: [Placed],
        streams: EditedStreams, lastOfCommits: [Position]
    ) {
        self.store = store
        self.head = head
        // Without the room for more, in which they were gathered.
        self.pieces = Array(pieces[...])
        self.count = count
        self.placed = placed
        self.streams = streams
        self.lastOfCommits = Array(lastOfCommits[...])
        filter = StreamFilter(of: streams.names)
    }

    /// The changed streams, in byte order.
    package var changedStreams: [StreamName] { streams.names.sorted() }

    /// The edits of an event's stream; `nil` if there are none.
    func edits(of event: EventView) -> EditedStreams.Edits? {
        mayBeEdited(event.streamName) ? streams[event.streamName] : nil
    }

    /// Whether there may be edits of a stream; `false` for most streams without any.
    func mayBeEdited(_ stream: Swift.Span<UInt8>) -> Bool { filter.mayContain(stream) }

    /// Whether a recorded event becomes the last one of its commit.
    func endsCommit(_ position: Position) -> Bool {
        let index = lastOfCommits.firstIndexInOrder { $0 >= position }
        return index < lastOfCommits.count && lastOfCommits[index] == position
    }

    /// The version that a recorded event has in the edited history.
    func version(of recorded: StreamVersion, in edits: EditedStreams.Edits) -> StreamVersion {
        let before = edits.placed.firstIndex { placed[$0].recordedBefore >= recorded } ?? edits.placed.count
        return recorded - StreamVersion(edits.removed.count(below: recorded)) + StreamVersion(before)
    }

    /// The index of the piece that has a place.
    func piece(at place: Position) -> Int {
        pieces.firstIndexInOrder { $0.start > place } - 1
    }

    /// The place after the last event of a piece.
    func end(of piece: Int) -> Position { piece + 1 < pieces.count ? pieces[piece + 1].start : count + 1 }

    /// The position by which an event is known: that of the recorded event, or one after the head.
    package func position(at place: Position) -> Position {
        guard place > 0, place <= count else { return place == 0 ? 0 : head + UInt64(placed.count) + 1 }
        let piece = pieces[piece(at: place)]
        return switch piece.origin {
        case .recorded(let first): first + (place - piece.start)
        case .placed(let index): placed[index].event.position
        }
    }
}

extension [StreamVersion] {
    /// The number of elements below a version, in ascending order.
    func count(below version: StreamVersion) -> Int { firstIndexInOrder { $0 >= version } }
}

extension Array {
    /// The index of the first element that meets a condition, which all later ones meet as well; else the count.
    ///
    /// - Complexity: O(log *n*).
    func firstIndexInOrder(where condition: (Element) -> Bool) -> Int {
        var (low, high) = (0, count)
        while low < high {
            let middle = low + (high - low) / 2
            if condition(self[middle]) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}

/// Excludes most streams without comparing their names.
struct StreamFilter: Sendable {
    private var bits = [UInt64](repeating: 0, count: 1_024)

    init(of streams: some Sequence<StreamName>) {
        for stream in streams {
            let bit = Self.bit(of: stream.text.utf8Span.span)
            bits[bit / 64] |= 1 << UInt64(bit % 64)
        }
    }

    func mayContain(_ name: Swift.Span<UInt8>) -> Bool {
        let bit = Self.bit(of: name)
        return bits[bit / 64] & 1 << UInt64(bit % 64) != 0
    }

    /// From the end of the name, where names differ most.
    private static func bit(of name: Swift.Span<UInt8>) -> Int {
        Int(name.fingerprint(from: max(0, name.count - 8)) >> 48)
    }
}
