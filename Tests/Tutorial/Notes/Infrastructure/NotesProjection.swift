public import Nacre
import NotesDomain

/// Keeps the read model of notes: a row for each that was not struck out, in the order in which they were written.
public struct NotesProjection: Projection {
    /// The name of the projection and of its read model.
    public static let name = "notes"

    /// Creates the projection.
    public init() {}

    /// The name of the projection and of its read model.
    public var name: String { Self.name }

    /// Raised whenever the rows change their meaning.
    public var schemaVersion: Int { 2 }

    /// Every event of a note's stream.
    public var query: Query { .categories(NoteEvent.category) }

    /// The notes, with the index by which they are found.
    public var tables: [TableDefinition] { [NotesTables.notes.definition] }

    /// Applies an event to the read model.
    ///
    /// - Parameters:
    ///   - event: The event.
    ///   - model: The tables.
    /// - Throws: `EventDecodingError` if the data of a note's event cannot be read; errors of the tables.
    public func apply(_ event: EventView, to model: any ReadModelWriter) throws {
        let position = try NotesTables.byStream.firstKey(with: event.stream.text, in: model)
        switch try NoteEvent.codec.decode(event) {
        case .written(let text):
            guard position == nil else { return }
            try NotesTables.notes.set(NoteRow(stream: event.stream.text, text: text), at: event.position, in: model)
        case .struck:
            if let position { try NotesTables.notes.remove(at: position, in: model) }
        case nil: break
        }
    }

    /// A row as text, for reports of differences.
    ///
    /// - Parameters:
    ///   - key: The key of the row.
    ///   - value: The value of the row.
    ///   - table: The table.
    /// - Returns: One line.
    public func describe(key: [UInt8], value: [UInt8], in table: UInt8) -> String {
        table == NotesTables.notes.number
            ? NotesTables.notes.describe(key: key, value: value) { _, row in "note \(quoted(row.text))" }
            : NotesTables.byStream.describe(key: key, value: value) { stream, _ in "\(stream) was written" }
    }
}
