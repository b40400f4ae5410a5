extension EventData {
    /// Creates an event whose data is a compact JSON object of strings, with its keys in the given order.
    ///
    /// - Parameters:
    ///   - type: The event type.
    ///   - fields: The names and values of the fields.
    ///   - tags: The tags.
    public init(type: EventType, fields: KeyValuePairs<String, String>, tags: [Tag] = []) {
        var writer = FieldWriter(tags: tags)
        for (name, text) in fields { writer.text(name, text) }
        self.init(type: type, tags: tags, data: writer.finished())
    }
}
