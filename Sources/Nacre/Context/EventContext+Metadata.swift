extension EventContext {
    private enum Key {
        static let correlationID = "correlationId"
        static let causationID = "causationId"
        static let actor = "actor"
    }

    /// The keys of a context in an event's metadata.
    static let keys = [Key.correlationID, Key.causationID, Key.actor]

    /// The context as metadata: a JSON object; empty if the context is empty.
    public var metadata: [UInt8] { metadata(without: []) }

    /// The metadata without the given keys.
    fileprivate func metadata(without present: [String]) -> [UInt8] {
        let members = zip(Self.keys, [correlationID, causationID, actor]).filter { key, value in
            value != nil && !present.contains(key)
        }
        guard !members.isEmpty else { return [] }
        var json = JSONWriter()
        json.beginObject()
        for case (let key, let value?) in members {
            json.key(key)
            json.string(value)
        }
        json.endObject()
        return json.bytes
    }

    /// Reads a context from metadata.
    fileprivate init(readFrom metadata: Span<UInt8>) throws {
        var texts: [String: String] = [:]
        var reader = JSONReader(metadata)
        try reader.beginObject()
        while let key = try reader.nextKey() {
            if Self.keys.contains(key) { texts[key] = try reader.readString() }
        }
        try reader.end()
        try self.init(
            correlationID: texts[Key.correlationID], causationID: texts[Key.causationID], actor: texts[Key.actor])
    }
}

extension RecordedEvent {
    /// The context of the event, from its metadata.
    ///
    /// Stores accept any metadata. If it is not a JSON object, or one of the three values is not valid in an
    /// ``EventContext``, the result is the empty context.
    ///
    /// - Complexity: O(*n*) in the bytes of the metadata.
    public var context: EventContext {
        guard !metadata.isEmpty, let context = try? EventContext(readFrom: metadata.span) else { return .none }
        return context
    }
}

extension EventData {
    /// Adds a context to the metadata.
    ///
    /// Existing metadata is kept and takes precedence over the context.
    ///
    /// - Parameter context: The context.
    /// - Throws: ``EventStoreError`` with code ``EventStoreError/Code/invalidArgument`` if there is metadata that is
    ///   not a JSON object.
    /// - Complexity: O(*n*) in the bytes of the metadata.
    public mutating func add(_ context: EventContext) throws(EventStoreError) {
        guard !metadata.isEmpty else {
            metadata = context.metadata
            return
        }
        var addition = context.metadata[...]
        guard !addition.isEmpty else { return }
        let keys: [String]
        do {
            keys = try Self.keys(of: metadata.span)
        } catch {
            throw EventStoreError(
                .invalidArgument,
                "the metadata of an event of type \(quoted(type.text)) is not a JSON object, so the context cannot be "
                    + "added to it: make it an object, or append the event without a context", outcome: .notWritten,
                cause: error)
        }
        // Added as text, so that the codec's own metadata keeps its bytes. The codec's keys take precedence.
        addition = context.metadata(without: keys).dropFirst()
        guard !addition.isEmpty else { return }
        while let last = metadata.popLast(), last != UInt8(ascii: "}") {}
        if !keys.isEmpty { metadata.append(UInt8(ascii: ",")) }
        metadata += addition
    }

    private static func keys(of json: Span<UInt8>) throws(JSONError) -> [String] {
        var keys: [String] = []
        var reader = JSONReader(json)
        try reader.beginObject()
        while let key = try reader.nextKey() { keys.append(key) }
        try reader.end()
        return keys
    }
}
