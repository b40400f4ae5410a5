extension EventDecodingError {
    /// Converts an error of the type's `Codable` conformance into that of the event.
    init(codable error: any Error, as type: Any.Type, in event: EventView) {
        switch error {
        case DecodingError.keyNotFound(let key, let context):
            let field = (context.codingPath + [key]).text
            self.init(.missingField, "it has no field \(quoted(field))", in: event, cause: error)
        case DecodingError.typeMismatch(_, let context), DecodingError.valueNotFound(_, let context),
            DecodingError.dataCorrupted(let context):
            self.init(context, error, in: event)
        case let error as JSONError:
            self.init(.malformed, error.message, in: event, cause: error)
        case is NotAnEnum:
            let error = EventDeclarationError.notAnEnum(type)
            self.init(.invalidDeclaration, error.message, in: event, cause: error)
        default:
            self.init(.malformed, "\(error)", in: event, cause: error)
        }
    }

    private init(_ context: DecodingError.Context, _ error: any Error, in event: EventView) {
        if context.underlyingError is EventFields.Repetition {
            let field = context.codingPath.text
            self.init(.repeatedField, "it has the field \(quoted(field)) twice", in: event)
        } else {
            let reason = context.codingPath.reason(context.debugDescription)
            self.init(.malformed, reason, in: event, cause: context.underlyingError ?? error)
        }
    }
}
