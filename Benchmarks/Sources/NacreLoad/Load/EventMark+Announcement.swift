package import Nacre

// The type and tag of an announced event, besides its payload. The mark alone determines them, so that a receiver of
// the event can check its contents, and whether a query matches it.
extension EventMark {
    package static let announcedTypes: [EventType] = (0..<8).map { EventType("Announced" + String($0)) }

    package static let announcedTags: [Tag] = (0..<16).map { Tag("region-" + String($0)) }

    private var announcementDraw: UInt64 {
        SplitMix64.hash(sequence &* 0x9E6C_63D0_876A_68EF ^ UInt64(writer) << 40)
    }

    /// The index of the event's type: each type has one in eight events.
    package var announcedType: Int { Int(announcementDraw & 7) }

    /// The index of the event's tag: each tag has one in sixteen events.
    package var announcedTag: Int { Int(announcementDraw >> 3 & 15) }

    /// A number that identifies an event of a load, except for random collisions; subscribers record it.
    package var identity: UInt64 {
        SplitMix64.hash(firstWord) ^ SplitMix64.hash(sequence ^ 0x5851_F42D_4C95_7F2D)
    }
}
