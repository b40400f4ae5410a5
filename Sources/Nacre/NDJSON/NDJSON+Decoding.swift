import DomainKit

extension NDJSON {
    /// Decodes a line.
    ///
    /// - Parameter line: The line. A line break at its end counts as white space.
    /// - Returns: The event and its stream, within the limits of a single event.
    /// - Throws: ``NDJSONError``.
    /// - Complexity: O(*n*) in the bytes of the line.
    public static func decode(_ line: [UInt8]) throws(NDJSONError) -> Commit.Entry {
        try decode(line[...])
    }

    /// Decodes a line that is a slice of a larger buffer.
    ///
    /// - Parameter line: The line. A line break at its end counts as white space.
    /// - Returns: The event and its stream, within the limits of a single event.
    /// - Throws: ``NDJSONError``.
    /// - Complexity: O(*n*) in the bytes of the line.
    public static func decode(_ line: ArraySlice<UInt8>) throws(NDJSONError) -> Commit.Entry {
        guard line.count <= lineBytes else {
            throw NDJSONError(.tooLong, "the line has \(line.count) bytes, more than the limit of \(lineBytes)")
        }
        var decoder = LineDecoder()
        do {
            return try decoder.decode(line)
        } catch {
            throw decoder.mistake(error)
        }
    }
}

/// Decodes one line.
private struct LineDecoder {
    var stream: StreamName?
    var type: EventType?
    var event = EventData(type: "", data: [])
    var seen: [NDJSON.Key] = []

    /// The key whose value is being read.
    var key: NDJSON.Key?

    mutating func decode(_ line: ArraySlice<UInt8>) throws -> Commit.Entry {
        // The line itself adds one level to the allowed nesting of its values.
        var reader = JSONReader(line.span, nesting: Limits.jsonNesting + 1)
        try reader.beginObject()
        while let text = try reader.nextKey() {
            let key = try register(text)
            self.key = key
            try read(key, &reader, of: line)
            self.key = nil
        }
        try reader.end()
        guard let stream else { throw missing(.stream) }
        guard let type else { throw missing(.type) }
        event.type = type
        // What a store would refuse is refused here, where the line is known.
        try stream.validate(as: "stream name")
        try event.validate()
        return Commit.Entry(stream: stream, event: event)
    }

    private mutating func register(_ text: String) throws(NDJSONError) -> NDJSON.Key {
        guard let key = NDJSON.Key(rawValue: text) else {
            let known = NDJSON.Key.allCases.map(\.rawValue).joined(separator: ", ")
            throw NDJSONError(.unknownKey, "the key \(quoted(text)) is unknown: the keys of a line are \(known)")
        }
        guard !seen.contains(key) else {
            throw NDJSONError(.repeatedKey, "the key \(quoted(text)) occurs twice")
        }
        seen.append(key)
        try forbid(.data, with: .dataBase64)
        try forbid(.metadata, with: .metadataBase64)
        return key
    }

    private func forbid(_ json: NDJSON.Key, with base64: NDJSON.Key) throws(NDJSONError) {
        guard seen.contains(json), seen.contains(base64) else { return }
        throw NDJSONError(
            .bothForms, "both \"\(json.rawValue)\" and \"\(base64.rawValue)\" are given: give one of them")
    }

    private mutating func read(
        _ key: NDJSON.Key, _ reader: inout JSONReader, of line: ArraySlice<UInt8>
    ) throws {
        switch key {
        case .id: event.id = try id(reader.readString())
        case .stream: stream = StreamName(try reader.readString())
        case .type: type = EventType(try reader.readString())
        case .schema: event.schema = try reader.readInt()
        case .time: event.time = try Instant(parsing: reader.readString())
        case .tags:
            try reader.beginArray()
            while try reader.nextElement() { event.tags.append(Tag(try reader.readString())) }
        case .data: event.data = line.bytes(try reader.skipValue())
        case .dataBase64: event.data = try Base64.decode(reader.readString())
        case .metadata:
            event.metadata = line.bytes(try reader.skipValue())
            try Metadata.validate(event.metadata.span)
        case .metadataBase64: event.metadata = try Base64.decode(reader.readString())
        // The importing store assigns its own.
        case .position, .version, .recordedAt: try reader.skipValue()
        }
    }

    private func id(_ text: String) throws(NDJSONError) -> EventID {
        guard let id = EventID(text) else {
            throw NDJSONError(
                .invalidValue, "\(quoted(text)) is not a UUID, 32 hexadecimal digits as 8-4-4-4-12")
        }
        return id
    }

    private func missing(_ key: NDJSON.Key) -> NDJSONError {
        NDJSONError(.missingKey, "the key \"\(key.rawValue)\" is missing: \"stream\" and \"type\" are required")
    }

    /// Converts an error into that of the line.
    func mistake(_ error: any Error) -> NDJSONError {
        let context = key.map { "\"\($0.rawValue)\": " } ?? ""
        switch error {
        case let error as NDJSONError:
            return context.isEmpty ? error : NDJSONError(error.code, context + error.message, cause: error.cause)
        case let error as JSONError:
            let isMismatch = error.code == .typeMismatch || error.code == .outOfRange
            return NDJSONError(
                isMismatch && key != nil ? .invalidValue : .notJSON, context + error.message, cause: error)
        default:
            return NDJSONError(.invalidValue, context + "\(error)", cause: error)
        }
    }
}

extension ArraySlice<UInt8> {
    /// A part of the slice, with offsets from its start.
    fileprivate func bytes(_ range: Range<Int>) -> [UInt8] {
        Array(self[(startIndex + range.lowerBound)..<(startIndex + range.upperBound)])
    }
}
