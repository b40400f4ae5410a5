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
        /// It was written.
        case written = "NoteWritten"

        /// It was struck out.
        case struck = "NoteStruck"
    }

    /// The types, with the upcasters of former schemas.
    public let types = EventTypes<Kind>(upcasting: NoteEventCodec.past)

    /// Creates a codec.
    public init() {}

    /// Encodes an event.
    ///
    /// - Parameter event: The event.
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
    ///   - fields: The fields of its data.
    /// - Returns: The event.
    /// - Throws: `EventDecodingError` if the data does not fit the type.
    public func decode(_ kind: Kind, _ fields: inout EventFields) throws(EventDecodingError) -> NoteEvent {
        switch kind {
        case .written: .written(text: try fields.text("text"))
        case .struck: .struck
        }
    }
}
