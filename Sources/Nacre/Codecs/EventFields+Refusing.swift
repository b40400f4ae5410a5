extension EventFields {
    /// A field that was asked for and is there twice.
    struct Repetition: Error {
        let name: String
    }

    /// The error of the event that stands for one met while reading its fields.
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
