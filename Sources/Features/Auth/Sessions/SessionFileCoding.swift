#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The JSON of a file of sessions: an object with a token for each place.
enum SessionFileCoding {
    /// The bytes of a file.
    static func encode(_ tokens: [String: String]) throws(SessionStorageError) -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .prettyPrinted, .withoutEscapingSlashes]
        do {
            return Array(try encoder.encode(tokens)) + [UInt8(ascii: "\n")]
        } catch {
            throw SessionStorageError(.inputOutput, "the sessions cannot be encoded: \(error)")
        }
    }

    /// The tokens of a file; `nil` for bytes that ``encode(_:)`` has not written.
    static func decode(_ bytes: [UInt8]) -> [String: String]? {
        // Why the JSON is not that of sessions is no help to the reader of the error, and may quote a token.
        try? JSONDecoder().decode([String: String].self, from: Data(bytes))
    }
}
