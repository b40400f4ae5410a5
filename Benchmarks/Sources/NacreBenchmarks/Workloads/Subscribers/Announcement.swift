import Nacre

// What an event that subscribers are to find carries beside its payload: a type and a tag that its mark alone decides,
// so that whoever is handed the event can say what it has to be, and whether a query matches it.
extension EventMark {
    /// The types that announced events are of.
    static let announcedTypes: [EventType] = (0..<8).map { EventType("Announced" + String($0)) }

    /// The tags that announced events carry, one each.
    static let announcedTags: [Tag] = (0..<16).map { Tag("region-" + String($0)) }

    private var announcementDraw: UInt64 {
        SplitMix64.hash(sequence &* 0x9E6C_63D0_876A_68EF ^ UInt64(writer) << 40)
    }

    /// Which of the types the event is of: one in eight is of each.
    var announcedType: Int { Int(announcementDraw & 7) }

    /// Which of the tags the event carries: one in sixteen carries each.
    var announcedTag: Int { Int(announcementDraw >> 3 & 15) }

    /// A number that no other event of a load has but by chance: what a subscriber writes down of an event.
    var identity: UInt64 {
        SplitMix64.hash(firstWord) ^ SplitMix64.hash(sequence ^ 0x5851_F42D_4C95_7F2D)
    }

    /// Whether a recorded event is what was appended with this mark: payload, stream, type and tag.
    ///
    /// - Complexity: O(*n*) in the bytes of the payload; nothing is allocated.
    func isAnnounced(by event: RecordedEvent, in templates: PayloadTemplates) -> Bool {
        templates.matches(event.data.span.bytes, mark: self)
            && AppendLoad.streamNumber(event.stream.text.utf8.span.bytes) == Int(stream)
            && event.type == Self.announcedTypes[announcedType] && event.tags.count == 1
            && event.tags.first == Self.announcedTags[announcedTag]
    }
}

/// What a subscription asks for.
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

    /// Whether an event matches, by its mark and not by the store's word.
    func isMet(by mark: EventMark) -> Bool {
        switch self {
        case .everything: true
        case .type: mark.announcedType == 0
        case .tag: mark.announcedTag == 0
        }
    }
}
