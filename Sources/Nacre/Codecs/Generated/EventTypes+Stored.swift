extension EventTypes {
    /// Writes an event down that carries nothing.
    ///
    /// - Parameters:
    ///   - kind: Its type, of which the schema number follows.
    ///   - tags: The tags.
    /// - Returns: The event.
    /// - Throws: ``EventDeclarationError`` where the types are declared wrongly.
    public func stored(_ kind: Kind, tags: [Tag]) throws -> EventData {
        try stored(kind, tags: tags) { _ in }
    }

    /// Writes an event down by its fields.
    ///
    /// - Parameters:
    ///   - kind: Its type, of which the schema number follows.
    ///   - tags: The tags.
    ///   - write: Writes the fields.
    /// - Returns: The event.
    /// - Throws: ``EventDeclarationError`` where the types are declared wrongly; ``EventEncodingError`` where a value has
    ///   no form in JSON.
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

    /// Writes an event down that carries one value without a label: the fields of the value, or, where it is no object,
    /// the field `value`.
    ///
    /// - Parameters:
    ///   - kind: Its type, of which the schema number follows.
    ///   - tags: The tags.
    ///   - value: The value.
    /// - Returns: The event.
    /// - Throws: What ``stored(_:tags:_:)`` throws.
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

    /// Writes an event down that carries one value without a label that need not be there: the field `value`.
    ///
    /// - Parameters:
    ///   - kind: Its type, of which the schema number follows.
    ///   - tags: The tags.
    ///   - value: The value.
    /// - Returns: The event.
    /// - Throws: What ``stored(_:tags:_:)`` throws.
    public func stored(_ kind: Kind, tags: [Tag], only value: (some Encodable)?) throws -> EventData {
        try stored(kind, tags: tags) { try $0.field(PayloadKey.value, value) }
    }
}
