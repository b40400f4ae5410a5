public import DomainKit

/// The state of a note.
public enum Note: Sendable, Equatable {
    /// Nothing: it was never written.
    case none

    /// It can be read.
    case written

    /// It was struck out. This is final.
    case struck
}

/// The rules of notes.
public enum NoteDecider: Decider {
    /// A note that was never written.
    public static let initialState = Note.none

    /// Decides a command on a note.
    ///
    /// - Parameters:
    ///   - command: The command.
    ///   - state: The note.
    /// - Returns: The events; none if the command changes nothing.
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

    /// Applies an event to a note.
    ///
    /// - Parameters:
    ///   - state: The note.
    ///   - event: The event.
    public static func evolve(_ state: inout Note, _ event: NoteEvent) {
        switch (state, event) {
        case (.none, .written): state = .written
        case (.written, .struck): state = .struck
        default: break
        }
    }
}
