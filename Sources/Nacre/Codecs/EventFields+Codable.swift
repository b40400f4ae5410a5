#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

extension EventFields {
    /// Decodes the whole data as a `Codable` value with Foundation's parser: convenient, but many times slower.
    ///
    /// - Parameter type: The type of the value.
    /// - Returns: The value.
    /// - Throws: ``EventDecodingError`` with Foundation's error as its cause.
    @_lifetime(self: copy self)
    public mutating func json<Value: Decodable>(_ type: Value.Type = Value.self) throws(EventDecodingError) -> Value {
        suspendPass()
        do {
            return try JSONDecoder().decode(type, from: Data(event.data.array))
        } catch {
            throw EventDecodingError(.malformed, "\(error)", in: event, cause: error)
        }
    }
}
