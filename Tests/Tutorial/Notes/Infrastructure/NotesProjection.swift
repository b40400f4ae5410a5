public import Nacre
import NotesDomain

/// Keeps the read model of notes: a row for each that was not struck out, in the order in which they were written.
public struct NotesProjection: Projection {
    /// The name of the projection and of its read model.
    public static let name = "notes"

    private let codec = NoteEventCodec()

    /// Creates the projection.
    public init() {}

    /// The name of the projection and of its read model.
    public var name: String { Self.name }

    /// Raised whenever the rows change their meaning.
    public var schemaVersion: Int { 1 }

    /// Every event of a note's stream.
    public var query: Query { .categories(EventSourcedNoteRepository.category) }

    /// Applies an event to the read model.
    ///
    /// - Parameters:
    ///   - event: The event.
    ///   - model: The tables.
    /// - Throws: `EventDecodingError` where the data of a note's event cannot be read; what the tables throw.
    public func apply(_ event: RecordedEvent, to model: any ReadModelWriter) throws {
        let note = Array(event.stream.text.utf8)
        switch try codec.decode(event) {
        case .written(let text):
            guard try model.row(of: note) == nil else { return }
            try model.addRow(Array(text.utf8), of: note, createdAt: event.position)
        case .struck:
            guard let (key, _) = try model.row(of: note) else { return }
            try model.removeValue(for: key, in: CreationOrderedRows.rows)
            try model.removeValue(for: note, in: CreationOrderedRows.positions)
        case nil: break
        }
    }

    /// A row in words, for reports of differences.
    ///
    /// - Parameters:
    ///   - key: The key of the row.
    ///   - value: The value of the row.
    ///   - table: The table.
    /// - Returns: One line.
    public func describe(key: [UInt8], value: [UInt8], in table: UInt8) -> String {
        table == CreationOrderedRows.rows
            ? "note \(quoted(Self.text(of: value)))" : "\(Self.text(of: key)) was written"
    }

    /// The text of a row.
    static func text(of row: [UInt8]) -> String { String(decoding: row, as: UTF8.self) }
}
