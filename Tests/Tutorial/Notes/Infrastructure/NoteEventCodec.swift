public import Nacre
public import NotesDomain

/// Writes the events of notes as the log holds them, and reads them again.
///
/// | type | schema | data |
/// |---|---|---|
/// | `NoteWritten` | 2 | `{"text": string}`, trimmed |
/// | `NoteStruck` | 1 | `{}` |
public struct NoteEventCodec: TypedEventCodec {
    /// The types of a note's events.
    public enum Kind: String, EventKind {
        /// Somebody wrote it.
        case written = "NoteWritten"

        /// Somebody struck it out.
        case struck = "NoteStruck"
    }

    /// The types, with what became of those that were written once.
    public let types = EventTypes<Kind>(upcasting: NoteEventCodec.past)

    /// Creates a codec.
    public init() {}

    /// Writes an event down.
    ///
    /// - Parameter event: What has happened.
    /// - Returns: Its type and data.
    public func encode(_ event: NoteEvent) -> EventData {
        switch event {
        case .written(let text): types.event(.written) { $0.text("text", text) }
        case .struck: types.event(.struck)
        }
    }

    /// Reads the fields of an event.
    ///
    /// - Parameters:
    ///   - kind: Its type.
    ///   - fields: What to read from.
    /// - Returns: What has happened.
    /// - Throws: `EventDecodingError` where the data is not what the type should have.
    public func decode(_ kind: Kind, _ fields: inout EventFields) throws(EventDecodingError) -> NoteEvent {
        switch kind {
        case .written: .written(text: try fields.text("text"))
        case .struck: .struck
        }
    }
}
