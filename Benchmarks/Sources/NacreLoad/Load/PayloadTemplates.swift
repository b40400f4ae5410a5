package import Nacre

/// The payloads of a load: a few templates used in turn, each stamped with its event's mark, and the associated
/// metadata.
///
/// Making a payload is one copy, so that the store is measured and not the generator; metadata is passed on unchanged.
package struct PayloadTemplates: Sendable {
    /// Bytes of the largest payload, at least those of a mark.
    package let payloadBytes: Int

    /// All templates, concatenated for the ceiling.
    package var bytes: [UInt8] { templates.flatMap { $0 } }

    package var count: Int { templates.count }

    /// All metadata templates, concatenated for the ceiling; empty if events have no metadata.
    package var metadataBytes: [UInt8] { metadata.flatMap { $0 } }

    /// The number of metadata templates; 0 if events have no metadata.
    var metadataCount: Int { metadata.count }

    private let templates: [[UInt8]]

    /// The sums of whole templates without their marks.
    private let sums: [UInt64]

    /// The sizes to which templates are cut; `nil` if they are used whole.
    private var sizes: PayloadSizes?
    private let seed: UInt64

    /// The templates of each writer, used in turn; empty if every writer uses all.
    private var turns: [[Int]] = []

    /// Types and tags of a file's events, by template; empty without a file.
    private var types: [EventType] = []
    private var tags: [[Tag]] = []

    /// Schema numbers of a file's events, by template; empty if all are 1.
    private var schemas: [Int] = []

    /// Metadata of a file's events, by template, or a few templates used in turn; empty if events have no metadata.
    private let metadata: [[UInt8]]

    /// The load if each event has a context of its own for metadata.
    private let contexts: AppendLoad?

    /// Makes the templates of a load: one for each event of a file, otherwise 64, or as many as 4 MiB hold.
    ///
    /// There are also 64 templates of generated metadata, drawn separately: payloads are the same with and without it.
    package init(of load: AppendLoad) {
        seed = load.seed
        contexts = load.labels == .context ? load : nil
        if let recorded = load.recorded {
            templates = recorded.events.map(\.payload)
            turns = (0..<load.writers).map { recorded.indexes(inStreams: load.streams(of: $0)) }
            payloadBytes = templates.map(\.count).max() ?? 0
            types = recorded.events.map { EventType($0.type) }
            tags = recorded.events.map { $0.tags.map(Tag.init) }
            schemas = recorded.events.contains { $0.schema != 1 } ? recorded.events.map(\.schema) : []
            metadata = recorded.meanMetadataBytes > 0 ? recorded.events.map(\.metadata) : []
        } else {
            let greatest = load.payloadSizes?.upperBound ?? load.payloadBytes
            var count = 64
            while count > 1, count * greatest > 4 << 20 { count /= 2 }
            var random = SplitMix64(seed: load.seed ^ 0x7061_796C_6F61_6473)
            templates = (0..<count).map { _ in load.payloadContents.bytes(greatest, using: &random) }
            payloadBytes = greatest
            sizes = load.payloadSizes.flatMap { $0.isFixed ? nil : $0 }
            var metadataRandom = SplitMix64(seed: load.seed ^ 0x6D65_7461_6461_7461)
            metadata = (0..<(load.metadataBytes > 0 ? 64 : 0)).map { _ in
                load.payloadContents.bytes(load.metadataBytes, using: &metadataRandom)
            }
        }
        sums = templates.map { template in
            template.span.bytes.wordSum &- template.span.bytes.word(at: 0) &- template.span.bytes.word(at: 8)
        }
    }

    /// The payload of an event.
    ///
    /// - Complexity: O(*n*) in the bytes of the payload: one allocation, one copy.
    package func payload(of mark: EventMark) -> [UInt8] {
        let template = templates[index(of: mark)]
        var payload = sizes == nil ? template : [UInt8](template.prefix(size(of: mark)))
        // The span checks once whether the array's buffer is shared, rather than for every byte.
        var bytes = payload.mutableSpan
        for offset in 0..<8 {
            bytes[offset] = UInt8(truncatingIfNeeded: mark.firstWord >> (8 * UInt64(offset)))
            bytes[8 + offset] = UInt8(truncatingIfNeeded: mark.secondWord >> (8 * UInt64(offset)))
        }
        return payload
    }

    package func size(of mark: EventMark) -> Int {
        guard let sizes else { return templates[index(of: mark)].count }
        return sizes.size(for: seed ^ mark.firstWord &* 0x9E6C_63D0_876A_68EE ^ mark.sequence)
    }

    /// The `wordSum` of an event's payload.
    ///
    /// - Complexity: O(1) if payloads are not cut, O(*n*) in the bytes of the payload otherwise.
    package func sum(of mark: EventMark) -> UInt64 {
        guard sizes == nil else { return payload(of: mark).span.bytes.wordSum }
        return sums[index(of: mark)] &+ mark.firstWord &+ mark.secondWord
    }

    package func type(of mark: EventMark) -> EventType { types.isEmpty ? AppendLoad.eventType : types[index(of: mark)] }

    package func schema(of mark: EventMark) -> Int { schemas.isEmpty ? 1 : schemas[index(of: mark)] }

    /// The metadata of an event.
    ///
    /// - Complexity: O(1): nothing is copied, unless each event has a context of its own.
    package func metadata(of mark: EventMark) -> [UInt8] {
        if let contexts { return mark.context(of: contexts) }
        return metadata.isEmpty ? [] : metadata[metadataIndex(of: mark)]
    }

    package func tags(of mark: EventMark) -> [Tag] { tags.isEmpty ? [] : tags[index(of: mark)] }

    /// Whether events with a mark can exist: a mark from a log may name a writer that the load does not have.
    package func covers(_ mark: EventMark) -> Bool { turns.isEmpty || mark.writer < turns.count }

    /// Whether all events have one type, rather than those of a file.
    package var hasOneType: Bool { types.isEmpty }

    /// The bytes from which an event's payload is cut, without its mark.
    package func template(of mark: EventMark) -> [UInt8] { templates[index(of: mark)] }

    private func index(of mark: EventMark) -> Int {
        guard !turns.isEmpty else { return Int(mark.sequence & UInt64(templates.count - 1)) }
        let turn = turns[Int(mark.writer)]
        return turn[Int(mark.sequence % UInt64(turn.count))]
    }

    private func metadataIndex(of mark: EventMark) -> Int {
        guard turns.isEmpty else { return index(of: mark) }
        // Writers of one group are mostly at the same sequence: the offset by writer reveals metadata that was
        // exchanged between them.
        return Int((mark.sequence &+ UInt64(mark.writer) &* 27) & UInt64(metadata.count - 1))
    }
}
