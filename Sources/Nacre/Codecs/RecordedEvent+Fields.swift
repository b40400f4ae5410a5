extension RecordedEvent {
    /// Reads fields of the data, which must be a JSON object, as texts.
    ///
    /// Fields that are not asked for are judged by the grammar of JSON and passed over, so that events may gain fields.
    ///
    /// - Parameter names: The names of the fields.
    /// - Returns: The texts, one for each name, in the order of the names.
    /// - Throws: ``EventDecodingError`` where the data is no JSON object, or a field is missing, there twice, or no text.
    /// - Complexity: O(*n*) in the bytes of the data.
    public func texts(of names: String...) throws(EventDecodingError) -> [String] {
        var found = [String?](repeating: nil, count: names.count)
        let repeated: Int?
        do throws(JSONError) {
            repeated = try readTexts(of: names, into: &found)
        } catch {
            throw EventDecodingError(.malformed, error.message, in: self, cause: error)
        }
        if let repeated {
            throw EventDecodingError(.repeatedField, "it has the field \(quoted(names[repeated])) twice", in: self)
        }
        var texts: [String] = []
        texts.reserveCapacity(names.count)
        for (name, text) in zip(names, found) {
            guard let text else {
                throw EventDecodingError(.missingField, "it has no field \(quoted(name))", in: self)
            }
            texts.append(text)
        }
        return texts
    }

    /// Reads the fields, and tells which of them is there twice.
    private func readTexts(of names: [String], into found: inout [String?]) throws(JSONError) -> Int? {
        var repeated: Int?
        var reader = JSONReader(data.span)
        try reader.beginObject()
        while let key = try reader.nextKey() {
            // Compared by bytes: `String` takes two spellings of one character for the same.
            guard let index = names.firstIndex(where: { $0.utf8.elementsEqual(key.utf8) }) else {
                try reader.skipValue()
                continue
            }
            if found[index] != nil { repeated = repeated ?? index }
            found[index] = try reader.readString()
        }
        try reader.end()
        return repeated
    }
}
