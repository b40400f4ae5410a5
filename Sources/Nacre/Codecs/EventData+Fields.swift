extension EventData {
    /// Makes an event whose data is a JSON object of texts, compact, its keys in the order given.
    ///
    /// - Parameters:
    ///   - type: What kind of fact it is.
    ///   - fields: The names of the fields and their texts.
    ///   - tags: The tags.
    public init(type: EventType, fields: KeyValuePairs<String, String>, tags: [Tag] = []) {
        var writer = FieldWriter(tags: tags)
        for (name, text) in fields { writer.text(name, text) }
        self.init(type: type, tags: tags, data: writer.finished())
    }
}
