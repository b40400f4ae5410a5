import Nacre

// The type and tag of an announced event, besides its payload. The mark alone determines them, so that a receiver of
// the event can check its contents, and whether a query matches it.
extension EventMark {
    /// The types of announced events.
    static let announcedTypes: [EventType] = (0..<8).map { EventType("Announced" + String($0)) }

    /// The tags of announced events, one each.
    static let announcedTags: [Tag] = (0..<16).map { Tag("region-" + String($0)) }

    private var announcementDraw: UInt64 {
        SplitMix64.hash(sequence &* 0x9E6C_63D0_876A_68EF ^ UInt64(writer) << 40)
    }

    /// The index of the event's type: each type has one in eight events.
    var announcedType: Int { Int(announcementDraw & 7) }

    /// The index of the event's tag: each tag has one in sixteen events.
    var announcedTag: Int { Int(announcementDraw >> 3 & 15) }

    /// A number that identifies an event of a load, except for random collisions; subscribers record it.
    var identity: UInt64 {
        SplitMix64.hash(firstWord) ^ SplitMix64.hash(sequence ^ 0x5851_F42D_4C95_7F2D)
    }

    /// Whether a recorded event is the one appended with this mark: payload, stream, type and tag.
    ///
    /// - Complexity: O(*n*) in the bytes of the payload; nothing is allocated.
    func isAnnounced(by event: RecordedEvent, in templates: PayloadTemplates) -> Bool {
        templates.matches(event.data.span.bytes, mark: self)
            && AppendLoad.streamNumber(event.stream.text.utf8.span.bytes) == Int(stream)
            && event.type == Self.announcedTypes[announcedType] && event.tags.count == 1
            && event.tags.first == Self.announcedTags[announcedTag]
    }
}

/// The query of a subscription.
enum Interest: String, Hashable, Sendable, Codable, CaseIterable {
    /// Every event.
    case everything

    /// The events of one type: one in eight.
    case type

    /// The events with one tag: one in sixteen.
    case tag

    var query: Query {
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
