public import DomainKit

/// What is known of a note.
public enum Note: Sendable, Equatable {
    /// Nothing: it was never written.
    case none

    /// It can be read.
    case written

    /// It was struck out, which is for good.
    case struck
}

/// The rules of notes.
public enum NoteDecider: Decider {
    /// A note that was never written.
    public static let initialState = Note.none

    /// Decides what happens when a command meets a note.
    ///
    /// - Parameters:
    ///   - command: What somebody wants.
    ///   - state: The note.
    /// - Returns: What happens; nothing where it is so already.
    /// - Throws: ``NoteError`` `alreadyWritten` or `notFound`.
    public static func decide(_ command: NoteCommand, _ state: Note) throws(NoteError) -> [NoteEvent] {
        switch (command, state) {
        case (.write(let text), .none): [.written(text: text.text)]
        case (.write, .written), (.write, .struck): throw NoteError(code: .alreadyWritten)
        case (.strike, .none): throw NoteError(code: .notFound)
        case (.strike, .written): [.struck]
        case (.strike, .struck): []
        }
    }

    /// Takes an event into a note.
    ///
    /// - Parameters:
    ///   - state: The note.
    ///   - event: What has happened.
    public static func evolve(_ state: inout Note, _ event: NoteEvent) {
        switch (state, event) {
        case (.none, .written): state = .written
        case (.written, .struck): state = .struck
        default: break
        }
    }
}
