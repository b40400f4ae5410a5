package import Nacre

extension EventMark {
    /// Whether a recorded event is the one appended with this mark: payload, stream, type and tag.
    ///
    /// - Complexity: O(*n*) in the bytes of the payload; nothing is allocated.
    package func isAnnounced(by event: RecordedEvent, in templates: PayloadTemplates) -> Bool {
        templates.matches(event.data.span.bytes, mark: self)
            && AppendLoad.streamNumber(event.stream.text.utf8.span.bytes) == Int(stream)
            && event.type == Self.announcedTypes[announcedType] && event.tags.count == 1
            && event.tags.first == Self.announcedTags[announcedTag]
    }
}

/// The query of a subscription.
package enum Interest: String, Hashable, Sendable, Codable, CaseIterable {
    /// Every event.
    case everything

    /// The events of one type: one in eight.
    case type

    /// The events with one tag: one in sixteen.
    case tag

    package var query: Query {
        switch self {
        case .everything: .all
        case .type: Query([.init(types: [EventMark.announcedTypes[0]])])
        case .tag: Query([.init(tags: [EventMark.announcedTags[0]])])
        }
    }

    /// Whether an event matches, by its mark and independently of the store.
    func isMet(by mark: EventMark) -> Bool {
        switch self {
        case .everything: true
        case .type: mark.announcedType == 0
        case .tag: mark.announcedTag == 0
        }
    }
}
