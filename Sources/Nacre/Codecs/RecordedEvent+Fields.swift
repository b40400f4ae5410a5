extension RecordedEvent {
    /// Reads fields of the data, which must be a JSON object, as texts, for codecs written by hand.
    ///
    /// Fields that are not asked for are judged by the grammar of JSON and passed over, so that events may gain fields.
    ///
    /// - Parameter names: The names of the fields.
    /// - Returns: The texts, one for each name, in the order of the names.
    /// - Throws: ``EventDecodingError`` where the data is no JSON object, or a field is missing, there twice, or no text.
    /// - Complexity: O(*n*) in the bytes of the data, where the fields stand in the order of the names.
    public func texts(of names: String...) throws(EventDecodingError) -> [String] {
        var fields = EventFields(of: view)
        var texts: [String] = []
        texts.reserveCapacity(names.count)
        for name in names { texts.append(try fields.text(name)) }
        try fields.end()
        return texts
    }
}
