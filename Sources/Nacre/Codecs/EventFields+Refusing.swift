extension EventFields {
    /// A requested field occurs twice.
    struct Repetition: Error {
        let name: String
    }

    /// Converts an error from reading the fields into that of the event.
    func refusal(_ error: any Error) -> EventDecodingError {
        switch error {
        case let error as EventDecodingError:
            error
        case let error as Repetition:
            EventDecodingError(.repeatedField, "it has the field \(quoted(error.name)) twice", in: event)
        case let error as JSONError:
            EventDecodingError(.malformed, error.message, in: event, cause: error)
        default:
            EventDecodingError(.malformed, "\(error)", in: event, cause: error)
        }
    }
}
