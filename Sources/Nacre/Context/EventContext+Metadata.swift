extension EventContext {
    /// The keys of a context in an event's metadata.
    static let keys = ContextKey.allCases.map(\.rawValue)

    /// The context as metadata: a JSON object; empty if the context is empty.
    public var metadata: [UInt8] { metadata(without: []) }

    /// The metadata without the given keys.
    fileprivate func metadata(without present: [String]) -> [UInt8] {
        let members = zip(Self.keys, [correlationID, causationID, actor]).filter { key, value in
            value != nil && !present.contains(key)
        }
        let further = furtherMembers.filter { !Self.keys.contains($0.key) && !present.contains($0.key) }
        guard !members.isEmpty || !further.isEmpty else { return [] }
        var json = JSONWriter()
        json.beginObject()
        for case (let key, let value?) in members {
            json.key(key)
            json.string(value)
        }
        for member in further {
            json.key(member.key)
            json.raw(member.value)
        }
        json.endObject()
        return json.bytes
    }

    /// The members of a JSON object, which may be empty bytes; of a repeated key, the last one.
    static func members(of metadata: [UInt8]) throws(EventStoreError) -> [Member] {
        guard !metadata.isEmpty else { return [] }
        var members: [Member] = []
        do throws(JSONError) {
            var reader = JSONReader(metadata.span)
            try reader.beginObject()
            while let key = try reader.nextKey() {
                let value = Array(metadata[try reader.skipValue()])
                members.removeAll { $0.key == key }
                members.append(Member(key: key, value: value))
            }
            try reader.end()
            return members
        } catch {
            throw EventStoreError(
                .invalidArgument, "the further metadata of a context is not a JSON object: \(error.message)",
                outcome: .notWritten, cause: error)
        }
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
        var texts: (correlationID: String?, causationID: String?, actor: String?)
        EventContext.forEachValue(in: metadata.span) { key, value in
            switch key {
            case .correlationID: texts.correlationID = value.text
            case .causationID: texts.causationID = value.text
            case .actor: texts.actor = value.text
            }
        }
        return EventContext(known: texts.correlationID, texts.causationID, texts.actor)
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
