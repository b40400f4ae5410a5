public import Nacre

/// The rules that every codec must follow and that the compiler cannot check.
///
/// ```swift
/// @Test func `orders are decoded as they were encoded`() throws {
///     try EventCodecConformance.check(OrderEvent.codec, samples: [.placed(customer: "ada", cents: 1250), .shipped])
/// }
/// ```
public enum EventCodecConformance {
    private static let roundTrips = "Every encoded event is decoded unchanged."
    private static let isDistinct = "No two codecs declare the same type."

    /// Encodes events and decodes them again.
    ///
    /// - Parameters:
    ///   - codec: The codec.
    ///   - samples: Events of every shape.
    /// - Returns: The encoded types, for ``checkDistinct(_:)``.
    /// - Throws: ``ConformanceFailure`` with every event that cannot be encoded, that nothing decodes, or that is
    ///   decoded to another event.
    @discardableResult
    public static func check<Codec: EventCodec>(
        _ codec: Codec, samples: [Codec.Event]
    ) throws(ConformanceFailure) -> Set<EventType> where Codec.Event: Equatable {
        try roundTrip(samples, by: codec)
    }

    /// Encodes events and decodes them again, and checks that there is a sample of each type.
    ///
    /// - Parameters:
    ///   - codec: The codec.
    ///   - samples: Events of every shape: at least one for each type that the codec declares.
    /// - Returns: The encoded types, for ``checkDistinct(_:)``.
    /// - Throws: ``ConformanceFailure`` as for any codec; also if a type is declared twice, or no sample is encoded as
    ///   it.
    @discardableResult
    public static func check<Codec: TypedEventCodec>(
        _ codec: Codec, samples: [Codec.Event]
    ) throws(ConformanceFailure) -> Set<EventType> where Codec.Event: Equatable {
        var declared: Set<EventType> = []
        var findings: [String] = []
        for type in Codec.Kind.allCases.map(codec.types.type) where !declared.insert(type).inserted {
            findings.append("the type \(quoted(type.text)) is declared twice")
        }
        try fail("No type is declared twice.", findings)
        let written = try roundTrip(samples, by: codec)
        let missing = declared.subtracting(written).sorted().map { "no sample is encoded as \(quoted($0.text))" }
        try fail("Every declared type has a sample.", missing)
        return written
    }

    /// Checks that codecs share no type.
    ///
    /// - Parameter types: The types of each codec, as `check` returns them.
    /// - Throws: ``ConformanceFailure`` with every type that two of them declare.
    public static func checkDistinct(_ types: Set<EventType>...) throws(ConformanceFailure) {
        var seen: Set<EventType> = []
        var shared: Set<EventType> = []
        for types in types {
            shared.formUnion(seen.intersection(types))
            seen.formUnion(types)
        }
        try fail(isDistinct, shared.sorted().map { "the type \(quoted($0.text)) is declared by more than one codec" })
    }

    private static func roundTrip<Codec: EventCodec>(
        _ samples: [Codec.Event], by codec: Codec
    ) throws(ConformanceFailure) -> Set<EventType> where Codec.Event: Equatable {
        var types: Set<EventType> = []
        var findings: [String] = []
        for sample in samples {
            do {
                let written = try codec.encode(sample)
                types.insert(written.type)
                let recorded = RecordedEvent(written, in: "sample-1", at: 1)
                // Decoded from a copy and in place, because a codec may implement the two separately.
                let readings = [try codec.decode(recorded), try codec.decode(recorded.view)]
                for reading in readings {
                    guard let finding = try finding(sample, written, reading, codec) else { continue }
                    findings.append(finding)
                    break
                }
            } catch {
                findings.append("\(sample) does not survive a round trip: \(error)")
            }
        }
        try fail(roundTrips, findings)
        return types
    }

    /// What is wrong with a decoded event; `nil` if it is correct.
    private static func finding<Event: Equatable>(
        _ sample: Event, _ written: EventData, _ reading: Event?, _ codec: some EventCodec<Event>
    ) throws -> String? {
        guard let reading else {
            return "\(sample) is written as \(quoted(written.type.text)), which no codec decodes"
        }
        guard reading == sample else { return "\(sample) is decoded as \(reading)" }
        // `==` treats canonically equivalent strings as equal; their bytes differ.
        return try codec.encode(reading) == written ? nil : "\(sample) is encoded differently after decoding"
    }

    static func fail(_ rule: String, _ findings: [String]) throws(ConformanceFailure) {
        guard !findings.isEmpty else { return }
        throw ConformanceFailure(rule: rule, finding: findings.joined(separator: "; "))
    }
}
