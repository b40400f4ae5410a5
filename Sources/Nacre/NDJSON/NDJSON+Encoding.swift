import DomainKit

extension NDJSON {
    /// Writes an event as a line, without the line break.
    ///
    /// ``decode(_:)-([UInt8])`` restores the same stream, id, type, schema, time, tags, data and metadata.
    ///
    /// - Parameters:
    ///   - event: The event.
    ///   - bytes: The buffer to append the line to.
    /// - Complexity: O(*n*) in the bytes of the event.
    public static func write(_ event: RecordedEvent, to bytes: inout [UInt8]) {
        // The array is moved into the writer and back, because a second reference would cause a copy.
        var line: [UInt8] = []
        swap(&line, &bytes)
        var writer = JSONWriter(appendingTo: consume line)
        writer.beginObject()
        writer.key(.id)
        writer.string(event.id.description)
        writer.key(.stream)
        writer.string(event.stream.text)
        writer.key(.type)
        writer.string(event.type.text)
        if event.schema != 1 {
            writer.key(.schema)
            writer.integer(event.schema)
        }
        writer.key(.time)
        writer.instant(event.time)
        if !event.tags.isEmpty {
            writer.key(.tags)
            writer.beginArray()
            for tag in event.tags { writer.string(tag.text) }
            writer.endArray()
        }
        writer.payload(event.data, .data, .dataBase64) { isOneLineOfJSON($0) }
        if !event.metadata.isEmpty {
            writer.payload(event.metadata, .metadata, .metadataBase64) { isOneLineOfJSON($0) && Metadata.isValid($0) }
        }
        writer.key(.position)
        writer.integer(event.position)
        writer.key(.version)
        writer.integer(event.version)
        writer.key(.recordedAt)
        writer.instant(event.recordedAt)
        writer.endObject()
        bytes = writer.bytes
    }

    /// Whether bytes are JSON that a line preserves exactly.
    private static func isOneLineOfJSON(_ bytes: [UInt8]) -> Bool {
        guard !bytes.contains(where: { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") }) else { return false }
        do {
            // White space around the value would not survive the round trip.
            return try JSONReader.validate(bytes.span) == bytes.indices
        } catch {
            return false
        }
    }
}

extension JSONWriter {
    fileprivate mutating func key(_ key: NDJSON.Key) {
        self.key(key.rawValue)
    }

    fileprivate mutating func instant(_ instant: Instant) {
        value { bytes in
            bytes.append(UInt8(ascii: "\""))
            instant.write(to: &bytes)
            bytes.append(UInt8(ascii: "\""))
        }
    }

    fileprivate mutating func payload(
        _ bytes: [UInt8], _ json: NDJSON.Key, _ base64: NDJSON.Key, isPlain: ([UInt8]) -> Bool
    ) {
        if isPlain(bytes) {
            key(json)
            raw(bytes)
        } else {
            key(base64)
            string(Base64.encode(bytes))
        }
    }
}
