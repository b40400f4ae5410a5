public import DomainKit

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// JSON of messages.
public enum MessageCoding {
    /// Encodes a message, with its members in the order of their names.
    ///
    /// - Parameter message: The message.
    /// - Returns: Its JSON in UTF-8.
    /// - Throws: `EncodingError`.
    public static func encode(_ message: some Encodable) throws -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return Array(try encoder.encode(message))
    }

    /// Decodes a message after checking it against its schema.
    ///
    /// - Parameters:
    ///   - bytes: The JSON.
    ///   - type: The type of the message.
    /// - Returns: The message.
    /// - Throws: ``MessageError`` if the bytes are not UTF-8 or not JSON; `ValidationError` with every field that is
    ///   missing, unknown or of another type.
    public static func decode<Message: APIMessage>(
        _ bytes: [UInt8], as type: Message.Type = Message.self
    ) throws -> Message {
        // Foundation would guess UTF-16 and UTF-32 from zero bytes, which JSON in UTF-8 does not have.
        guard String(validating: bytes, as: UTF8.self) != nil, !bytes.contains(0) else { throw MessageError.notUTF8 }
        let data = Data(bytes)
        let value: JSONValue
        do {
            value = try JSONDecoder().decode(JSONValue.self, from: data)
        } catch {
            throw MessageError.notJSON
        }
        if let error = ValidationError(Message.schema?.failures(of: value) ?? []) { throw error }
        return try JSONDecoder().decode(type, from: data)
    }

    /// Decodes an answer; unknown members are ignored, as a newer server may send them.
    ///
    /// - Parameter bytes: The JSON; for a message without a body, anything.
    /// - Returns: The message.
    /// - Throws: `DecodingError`.
    public static func decodeAnswer<Message: APIMessage>(_ bytes: [UInt8]) throws -> Message {
        try JSONDecoder().decode(Message.self, from: Data(Message.schema == nil ? Array("{}".utf8) : bytes))
    }
}

/// Why bytes are no message.
public enum MessageError: DescribedError, Hashable {
    /// They are not UTF-8.
    case notUTF8

    /// They are not JSON.
    case notJSON

    /// What is wrong, and the remedy.
    public var description: String {
        switch self {
        case .notUTF8: "the body is not UTF-8: encode it as UTF-8, without zero bytes"
        case .notJSON: "the body is not JSON: check its syntax (RFC 8259)"
        }
    }
}
