extension EventTypes {
    /// Encodes an event without values.
    ///
    /// - Parameters:
    ///   - kind: Its type, which determines the schema number.
    ///   - tags: The tags.
    /// - Returns: The event.
    /// - Throws: ``EventDeclarationError`` if the types are declared incorrectly.
    public func stored(_ kind: Kind, tags: [Tag]) throws -> EventData {
        try stored(kind, tags: tags) { _ in }
    }

    /// Encodes an event by its fields.
    ///
    /// - Parameters:
    ///   - kind: Its type, which determines the schema number.
    ///   - tags: The tags.
    ///   - write: Writes the fields.
    /// - Returns: The event.
    /// - Throws: ``EventDeclarationError`` if the types are declared incorrectly; ``EventEncodingError`` if a value
    ///   cannot be represented in JSON.
    public func stored(
        _ kind: Kind, tags: [Tag], _ write: (inout FieldWriter) throws -> Void
    ) throws -> EventData {
        try requireDeclared()
        do {
            return try event(kind, tags: tags, write)
        } catch {
            throw EventEncodingError(type(of: kind), error)
        }
    }

    /// Encodes an event with one value without a label: as the fields of the value, or, for a value that is not an
    /// object, as the field `value`.
    ///
    /// - Parameters:
    ///   - kind: Its type, which determines the schema number.
    ///   - tags: The tags.
    ///   - value: The value.
    /// - Returns: The event.
    /// - Throws: Errors of ``stored(_:tags:_:)``.
    public func stored(_ kind: Kind, tags: [Tag], only value: some Encodable) throws -> EventData {
        try requireDeclared()
        do {
            let fragment = JSONFragment(isWholePayload: true)
            try fragment.write(value)
            return EventData(
                type: type(of: kind), schema: schema(of: kind), tags: tags, data: try fragment.finished())
        } catch {
            throw EventEncodingError(type(of: kind), error)
        }
    }

    /// Encodes an event with one optional value without a label: as the field `value`.
    ///
    /// - Parameters:
    ///   - kind: Its type, which determines the schema number.
    ///   - tags: The tags.
    ///   - value: The value.
    /// - Returns: The event.
    /// - Throws: Errors of ``stored(_:tags:_:)``.
    public func stored(_ kind: Kind, tags: [Tag], only value: (some Encodable)?) throws -> EventData {
        try stored(kind, tags: tags) { try $0.field(PayloadKey.value, value) }
    }
}
