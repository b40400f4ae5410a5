public import Nacre
public import NotesDomain

extension NoteEvent: StoredEvent {
    /// The category of the streams of notes.
    public static let category = "note"

    /// What turns the events of notes into the log's.
    public static let codec = NoteEventCodec()
}
