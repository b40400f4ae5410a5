public import DomainKit

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

extension EventData {
    /// Creates an event whose payload is a value encoded as JSON.
    ///
    /// Keys are sorted so that equal values give equal bytes: idempotent appends compare the data byte for byte.
    ///
    /// - Throws: Errors of the value's `encode(to:)`.
    public init(
        id: EventID? = nil, type: EventType, schema: Int = 1, time: Instant? = nil, tags: [Tag] = [],
        json value: some Encodable, metadata: [UInt8] = []
    ) throws {
        let encoder = JSONEncoder()
        // Sorted, because a repeat under the same ids must have the same bytes.
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        self.init(
            id: id, type: type, schema: schema, time: time, tags: tags,
            data: [UInt8](try encoder.encode(value)), metadata: metadata)
    }
}

extension RecordedEvent {
    /// Decodes the payload as JSON.
    ///
    /// - Parameter type: The type to decode.
    /// - Returns: The decoded value.
    /// - Throws: `DecodingError` if the payload is not JSON of that type.
    public func json<Value: Decodable>(_ type: Value.Type = Value.self) throws -> Value {
        try JSONDecoder().decode(type, from: Data(data))
    }
}
