public import DomainKit

/// The events of a note.
public enum NoteEvent: DomainEvent {
    /// It was written.
    case written(text: String)

    /// It was struck out.
    case struck
}
