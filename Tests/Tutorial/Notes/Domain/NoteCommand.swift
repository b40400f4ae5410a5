/// What somebody wants to happen to a note.
public enum NoteCommand: Sendable {
    /// Write it.
    case write(NoteText)

    /// Strike it out.
    case strike
}
