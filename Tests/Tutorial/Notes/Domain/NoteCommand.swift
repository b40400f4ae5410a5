/// The commands of a note.
public enum NoteCommand: Sendable {
    /// Write it.
    case write(NoteText)

    /// Strike it out.
    case strike
}
