public import Nacre
public import NotesDomain

extension NoteEvent: StoredEvent {
    /// The category of the streams of notes.
    public static let category = "note"

    /// The codec of the events.
    public static let codec = NoteEventCodec()
}
