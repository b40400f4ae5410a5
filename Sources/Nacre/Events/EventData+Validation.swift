extension EventData {
    /// Validates the event against ``Limits``.
    func validate() throws(EventStoreError) {
        try type.validate(as: "event type")
        try validateContent()
    }

    /// Validates everything except the type name against ``Limits``.
    @inline(__always)
    func validateContent() throws(EventStoreError) {
        guard data.count <= Limits.dataBytes else {
            throw .invalid("an event's data is at most \(Limits.dataBytes) bytes, this has \(data.count)")
        }
        guard metadata.count <= Limits.metadataBytes else {
            throw .invalid("an event's metadata is at most \(Limits.metadataBytes) bytes, this has \(metadata.count)")
        }
        guard (1...Limits.schema).contains(schema) else {
            throw .invalid("a schema number is 1 to \(Limits.schema), this is \(schema)")
        }
        if !tags.isEmpty { try validateTags() }
    }

    private func validateTags() throws(EventStoreError) {
        guard tags.count <= Limits.tagsPerEvent else {
            throw .invalid("an event has at most \(Limits.tagsPerEvent) tags, this has \(tags.count)")
        }
        for (index, tag) in tags.enumerated() {
            try tag.validate(as: "tag")
            // At most 64 tags: comparing them is cheaper than hashing.
            guard !tags[..<index].contains(tag) else {
                throw .invalid("tag \(quoted(tag.text)) occurs twice on one event")
            }
        }
    }
}
