public import DomainKit

/// What happens to a note.
public enum NoteEvent: DomainEvent {
    /// Somebody wrote it.
    case written(text: String)

    /// Somebody struck it out.
    case struck
}
