#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

extension EventFields {
    /// Reads the whole data as a `Codable` value, by Foundation's parser: convenient, and many times slower.
    ///
    /// - Parameter type: The type of the value.
    /// - Returns: The value.
    /// - Throws: ``EventDecodingError`` whose cause is Foundation's error.
    @_lifetime(self: copy self)
    public mutating func json<Value: Decodable>(_ type: Value.Type = Value.self) throws(EventDecodingError) -> Value {
        standAside()
        do {
            return try JSONDecoder().decode(type, from: Data(event.data.array))
        } catch {
            throw EventDecodingError(.malformed, "\(error)", in: event, cause: error)
        }
    }
}
