/// The payloads of a load: a few random ones that take turns, each stamped with its event's mark.
///
/// Making a payload is one copy, so that the clock sees the store and not the generator.
struct PayloadTemplates: Sendable {
    /// Bytes of a payload, at least those of a mark.
    let payloadBytes: Int

    /// All templates, one behind the other, as the ceiling takes them.
    let bytes: [UInt8]

    /// How many there are: a power of two.
    var count: Int { templates.count }

    private let templates: [[UInt8]]
    private let sums: [UInt64]

    /// Makes 64 templates, or as many as 4 MiB hold.
    init(seed: UInt64, payloadBytes: Int) {
        var count = 64
        while count > 1, count * payloadBytes > 4 << 20 { count /= 2 }
        var random = SplitMix64(seed: seed ^ 0x7061_796C_6F61_6473)
        templates = (0..<count).map { _ in
            var template = [UInt8]()
            template.reserveCapacity(payloadBytes + 8)
            while template.count < payloadBytes {
                withUnsafeBytes(of: random.next().littleEndian) { template.append(contentsOf: $0) }
            }
            return [UInt8](template.prefix(payloadBytes))
        }
        sums = templates.map { template in
            template.span.bytes.wordSum &- template.span.bytes.word(at: 0) &- template.span.bytes.word(at: 8)
        }
        bytes = templates.flatMap { $0 }
        self.payloadBytes = payloadBytes
    }

    /// The payload of an event.
    ///
    /// - Complexity: O(*n*) in the bytes of the payload: one allocation, one copy.
    func payload(of mark: EventMark) -> [UInt8] {
        var payload = templates[index(of: mark)]
        // Through the span the array asks once whether it is shared, not at every byte.
        var bytes = payload.mutableSpan
        for offset in 0..<8 {
            bytes[offset] = UInt8(truncatingIfNeeded: mark.firstWord >> (8 * UInt64(offset)))
            bytes[8 + offset] = UInt8(truncatingIfNeeded: mark.secondWord >> (8 * UInt64(offset)))
        }
        return payload
    }

    /// What `wordSum` is of an event's payload.
    func sum(of mark: EventMark) -> UInt64 {
        sums[index(of: mark)] &+ mark.firstWord &+ mark.secondWord
    }

    /// Whether stored bytes are the payload of the event whose mark they carry.
    func matches(_ payload: RawSpan, mark: EventMark) -> Bool {
        let template = templates[index(of: mark)]
        return payload.isEqual(to: template.span.bytes, from: EventMark.size)
    }

    private func index(of mark: EventMark) -> Int {
        Int(mark.sequence & UInt64(templates.count - 1))
    }
}
