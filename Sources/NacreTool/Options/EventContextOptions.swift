import ArgumentParser
import Nacre

/// The options `--actor`, `--correlation`, `--causation` and `--metadata` of commands that record events.
package struct EventContextOptions: ParsableArguments, Sendable {
    @Option(help: ArgumentHelp("The actor, who causes the events: 1 to 255 bytes.", valueName: "actor"))
    var actor: String?

    @Option(
        help: ArgumentHelp("The correlation id, common to all that follows from one request.", valueName: "id"))
    var correlation: String?

    @Option(
        help: ArgumentHelp("The causation id, such as the id of the event that causes the new ones.", valueName: "id"))
    var causation: String?

    @Option(
        help: ArgumentHelp(
            "Metadata of the events: a text for a key, or a JSON object; repeat it for several keys.",
            valueName: "key=value|json"))
    var metadata: [String] = []

    package init() {}

    /// Whether none of the options is given.
    package var isEmpty: Bool { actor == nil && correlation == nil && causation == nil && metadata.isEmpty }

    /// Runs work whose use cases record events with this context.
    ///
    /// - Parameter body: The work.
    /// - Returns: The result of `body`.
    /// - Throws: ``CommandError`` if the metadata is invalid; the errors of `body`.
    package func apply<Result>(_ body: () async throws -> Result) async throws -> Result {
        let metadata = try json()
        var known: [ContextKey: String] = [:]
        EventContext.forEachValue(in: metadata.span) { key, value in
            var bytes: [UInt8] = []
            for index in value.indices { bytes.append(value[index]) }
            known[key] = String(decoding: bytes, as: UTF8.self)
        }
        return try await EventContext.with(
            correlationID: known[.correlationID], causationID: known[.causationID], actor: known[.actor],
            furtherMetadata: metadata, body)
    }

    /// The metadata as one JSON object; empty if no option is given.
    ///
    /// A single object is kept byte for byte.
    ///
    /// - Returns: The bytes.
    /// - Throws: ``CommandError`` if an option is no valid metadata, or gives a key that another has given.
    func json() throws(CommandError) -> [UInt8] {
        guard !isEmpty else { return [] }
        if actor == nil, correlation == nil, causation == nil, metadata.count == 1, !Self.isPair(metadata[0]) {
            return try EventArguments.metadata(metadata[0])
        }
        var object = MetadataObject()
        let known = [("--correlation", "correlationId", correlation), ("--causation", "causationId", causation)]
        for case (let option, let key, let value?) in known + [("--actor", "actor", actor)] {
            try object.add(key, text: value, of: option)
        }
        for text in metadata {
            if Self.isPair(text), let sign = text.firstIndex(of: "=") {
                try object.add(String(text[..<sign]), text: String(text[text.index(after: sign)...]), of: "--metadata")
            } else {
                try object.add(membersOf: EventArguments.metadata(text))
            }
        }
        // Checked as a whole, as metadata of an import is.
        return try EventArguments.metadata(String(decoding: object.json, as: UTF8.self))
    }

    /// Whether a value is a key with a text: it has an equals sign, and does not begin as JSON does.
    private static func isPair(_ text: String) -> Bool {
        text.contains("=") && !text.drop { $0 == " " || $0 == "\n" || $0 == "\t" }.hasPrefix("{")
    }
}

/// A JSON object of metadata while its members are collected.
private struct MetadataObject {
    private var keys: Set<String> = []
    private var writer = JSONWriter()

    init() {
        writer.beginObject()
    }

    /// The object.
    var json: [UInt8] {
        var writer = writer
        writer.endObject()
        return writer.bytes
    }

    /// Adds a member.
    mutating func add(_ key: String, text: String, of option: String) throws(CommandError) {
        try begin(key, of: option)
        writer.string(text)
    }

    /// Adds the members of a valid object.
    mutating func add(membersOf object: [UInt8]) throws(CommandError) {
        var members: [(key: String, value: [UInt8])] = []
        do throws(JSONError) {
            var reader = JSONReader(object.span)
            try reader.beginObject()
            while let key = try reader.nextKey() { members.append((key, Array(object[try reader.skipValue()]))) }
        } catch {
            throw CommandError(.badInput, "--metadata is invalid: \(error.message)", cause: error)
        }
        for (key, value) in members {
            try begin(key, of: "--metadata")
            writer.raw(value)
        }
    }

    private mutating func begin(_ key: String, of option: String) throws(CommandError) {
        guard !key.isEmpty else {
            throw CommandError(.badInput, "\(option) has no key: give KEY=VALUE, or a JSON object")
        }
        guard keys.insert(key).inserted else {
            throw CommandError(.badInput, "\(option) gives \(quoted(key)) a second time: give each key once")
        }
        writer.key(key)
    }
}
