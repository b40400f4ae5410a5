package import Nacre
import Synchronization

/// A change of the answer to a condition, and the event that made it.
package struct AnswerChange: Sendable {
    /// The position since which the answer is this one.
    let position: Position

    /// Whether the condition holds.
    let holds: Bool

    /// The value that the condition is about, as JSON; `nil` if there is none.
    let value: [UInt8]?
}

/// The changes of an answer, collected while the log is read.
final class AnswerBuffer: Sendable {
    /// The memory that a change needs beside its value, in bytes.
    private static let changeBytes = 64

    private let limit: Int
    private let state = Mutex((changes: [AnswerChange](), bytes: 0))

    /// - Parameter limit: The maximum size of the changes with their values, in bytes.
    init(limit: Int = 64 << 20) {
        self.limit = limit
    }

    /// The changes so far.
    var changes: [AnswerChange] { state.withLock(\.changes) }

    /// Adds a change.
    ///
    /// - Throws: ``CommandError`` if the changes exceed the limit.
    func add(_ change: AnswerChange) throws {
        try state.withLock { state in
            state.bytes += Self.changeBytes + (change.value?.count ?? 0)
            guard state.bytes <= limit else {
                throw CommandError(
                    .badInput,
                    """
                    the changes of the answer up to position \(change.position) have more than \(limit) bytes: end \
                    before it with --until, and begin there with --after
                    """)
            }
            state.changes.append(change)
        }
    }
}

/// A change of the answer, as a line of the output.
package struct ListedAnswer: Listed {
    /// The maximum number of Unicode scalars of a value that a table shows.
    private static let shownScalars = 100

    let change: AnswerChange

    /// The event; `nil` if the answer is that at the beginning.
    let event: RecordedEvent?

    package static let columns: [TableColumn] = [
        .number("POSITION"), .text("HOLDS", width: 5), .whole("TIME", width: 20).optional,
        .text("STREAM", width: 41).optional, .text("TYPE", width: 18), .text("ACTOR", width: 12).optional,
        .text("VALUE"),
    ]

    package var cells: [String] {
        let text = change.value.map { String(decoding: $0, as: UTF8.self).unicodeScalars } ?? "-".unicodeScalars
        let value = TerminalText.line(String(text.prefix(Self.shownScalars)))
        return [
            "\(change.position)", change.holds ? "yes" : "no", event?.time.cell ?? "-",
            TerminalText.cell(event?.stream.text ?? "-"), TerminalText.cell(event?.type.text ?? "-"),
            TerminalText.cell(event?.context.actor ?? "-"),
            text.dropFirst(Self.shownScalars).isEmpty ? value : value + "…",
        ]
    }

    package func writeJSON(to bytes: inout [UInt8]) {
        JSONWriter.object(in: &bytes) { writer in
            writer.field("position", change.position)
            writer.field("holds", change.holds)
            if let value = change.value {
                writer.key("value")
                writer.raw(value)
            }
            guard let event else { return }
            writer.field("stream", event.stream.text)
            writer.field("version", event.version)
            writer.field("type", event.type.text)
            writer.field("time", event.time)
            writer.field("id", event.id.description)
            if let actor = event.context.actor { writer.field("actor", actor) }
        }
    }
}

extension ListedAnswer {
    /// Looks up the event of a change.
    ///
    /// - Parameters:
    ///   - change: The change.
    ///   - after: The position at which the answers begin; the answer there is that of no event.
    ///   - store: The store.
    /// - Throws: `EventStoreError` if the event cannot be read.
    package init(_ change: AnswerChange, after: Position, in store: any EventStore) async throws {
        self.init(change: change, event: change.position == after ? nil : try await store.event(at: change.position))
    }
}
