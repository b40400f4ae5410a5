extension RecordedEvent {
    /// Reads string fields of the data, which must be a JSON object.
    ///
    /// For codecs written by hand.
    ///
    /// Other fields are only checked for valid JSON syntax, so that events may gain fields.
    ///
    /// - Parameter names: The names of the fields.
    /// - Returns: The strings, one for each name, in the order of the names.
    /// - Throws: ``EventDecodingError`` if the data is not a JSON object, or a field is missing, duplicated or not a
    ///   string.
    /// - Complexity: O(*n*) in the bytes of the data if the fields are stored in the order of the names.
    public func texts(of names: String...) throws(EventDecodingError) -> [String] {
        var fields = EventFields(of: view)
        var texts: [String] = []
        texts.reserveCapacity(names.count)
        for name in names { texts.append(try fields.text(name)) }
        try fields.end()
        return texts
    }
}
