public import DomainKit

extension EventView {
    /// The stream of the event.
    public var stream: StreamName { StreamName(streamName.text) }

    /// The event type.
    public var type: EventType { EventType(typeName.text) }

    /// When the event happened.
    public var time: Instant { Instant(nanosecondsSince1970: nanosecondsSince1970, decimals: decimals.time) }

    /// When the store recorded the event.
    ///
    /// It never decreases along the log.
    public var recordedAt: Instant {
        Instant(nanosecondsSince1970: recordedNanosecondsSince1970, decimals: decimals.recordedAt)
    }

    /// The tags, in their original order.
    public var tags: [Tag] {
        var tags: [Tag] = []
        for index in listedTags.indices { tags.append(listedTags[index]) }
        var offset = 0
        while offset < packedTags.count {
            let end = offset + 1 + Int(packedTags[offset])
            tags.append(Tag(packedTags.extracting(offset + 1..<end).text))
            offset = end
        }
        return tags
    }

    /// Copies the event so that it can be kept.
    ///
    /// - Returns: The event with its own copy of the bytes.
    /// - Complexity: O(*n*) in the bytes of the event.
    public func recorded() -> RecordedEvent {
        RecordedEvent(
            position: position, stream: stream, version: version, id: id, type: type, schema: schema, time: time,
            recordedAt: recordedAt, tags: tags, data: data.array, metadata: metadata.array,
            isLastOfCommit: isLastOfCommit)
    }
}

extension RecordedEvent {
    /// A view of this event, without a copy.
    public var view: EventView {
        @_lifetime(borrow self)
        get { EventView(self) }
    }
}

extension Span<UInt8> {
    /// The bytes as text.
    ///
    /// Invalid UTF-8 is replaced.
    var text: String {
        do {
            return String(copying: try UTF8Span(validating: self))
        } catch {
            return String(decoding: array, as: UTF8.self)
        }
    }

    /// A copy of the bytes.
    var array: [UInt8] {
        var copy: [UInt8] = []
        copy.reserveCapacity(count)
        for index in indices { copy.append(self[index]) }
        return copy
    }

    /// Whether both spans hold the same bytes.
    @inline(__always)
    func isEqual(to other: Span<UInt8>) -> Bool {
        guard count == other.count else { return false }
        for index in indices where self[index] != other[index] { return false }
        return true
    }
}
