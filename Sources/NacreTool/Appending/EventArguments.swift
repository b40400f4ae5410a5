import ArgumentParser
import Nacre

/// Parses the parts of an event that are given as arguments.
enum EventArguments {
    /// Parses an expectation.
    ///
    /// - Parameter text: `any`, `none`, `exists` or a version.
    /// - Returns: The expectation.
    /// - Throws: `ValidationError` for any other text.
    @Sendable
    static func expectation(_ text: String) throws -> Expectation {
        switch text {
        case "any": return .any
        case "none": return .noStream
        case "exists": return .streamExists
        default:
            guard let version = StreamVersion(text) else {
                throw ValidationError("an expectation is any, none, exists or a version such as 3")
            }
            return .exact(version)
        }
    }

    /// Parses an event's id.
    ///
    /// - Parameter text: A UUID.
    /// - Returns: The id.
    /// - Throws: `ValidationError` for any other text.
    @Sendable
    static func id(_ text: String) throws -> EventID {
        guard let id = EventID(text) else {
            throw ValidationError("an id is a UUID: 8, 4, 4, 4 and 12 hexadecimal digits with hyphens between them")
        }
        return id
    }

    /// The bytes of a JSON value, without the white space around it.
    ///
    /// - Parameters:
    ///   - text: The text.
    ///   - option: The option that the text comes from, for messages.
    /// - Returns: The bytes between the outer white space.
    /// - Throws: ``CommandError`` if the text is not JSON.
    static func json(_ text: String, of option: String) throws(CommandError) -> [UInt8] {
        let bytes = [UInt8](text.utf8)
        do throws(JSONError) {
            return [UInt8](bytes[try JSONReader.validate(bytes.span)])
        } catch {
            throw CommandError(
                .badInput, "\(option) is not JSON, \(error.message): give one JSON value, quoted for the shell",
                cause: error)
        }
    }

    /// The bytes of metadata.
    ///
    /// - Parameter text: The text.
    /// - Returns: The bytes between the outer white space.
    /// - Throws: ``CommandError`` if the text is not a JSON object that is valid as metadata.
    static func metadata(_ text: String) throws(CommandError) -> [UInt8] {
        let json = try json(text, of: "--metadata")
        // Decoded within a minimal line, so that metadata is validated exactly as in an import.
        let line = [UInt8](#"{"stream":"s","type":"t","metadata":"#.utf8) + json + [UInt8(ascii: "}")]
        do throws(NDJSONError) {
            return try NDJSON.decode(line).event.metadata
        } catch {
            throw CommandError(.badInput, "--metadata is invalid: \(error.message)", cause: error)
        }
    }
}
