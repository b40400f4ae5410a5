internal import Nacre

/// The stored layout of one event type and schema: the fields of its data with their value types, and examples.
struct EventLayout {
    /// An event as it was stored.
    struct Example: Hashable {
        var tags: [Tag]
        var data: [UInt8]

        /// The data as text.
        var text: String { String(decoding: data, as: UTF8.self) }
    }

    let type: EventType
    let schema: Int

    /// The fields, each with its path and value type, sorted and unique.
    ///
    /// For example `lines[].product: string`.
    private(set) var fields: [String] = []

    private(set) var examples: [Example] = []

    init(type: EventType, schema: Int) {
        self.type = type
        self.schema = schema
    }

    /// The type and the schema, for messages.
    var name: String { "\(type), schema \(schema)" }

    /// Adds a field as written in a record.
    mutating func add(field: String) {
        guard !fields.contains(field) else { return }
        fields.append(field)
        // The separator is replaced by the lowest character, so that an object sorts before its members.
        fields.sort {
            $0.replacing(": ", with: "\0").utf8.lexicographicallyPrecedes($1.replacing(": ", with: "\0").utf8)
        }
    }

    /// Adds an example without reading its fields.
    mutating func add(_ example: Example) {
        if !examples.contains(example) { examples.append(example) }
    }

    /// Adds an encoded event.
    mutating func add(written event: EventData) throws(JSONError) {
        let data = event.data
        let span = data.span
        var reader = JSONReader(span)
        try reader.beginObject()
        try addMembers(of: "", &reader)
        try reader.end()
        add(Example(tags: event.tags, data: event.data))
    }

    private mutating func addMembers(of path: String, _ reader: inout JSONReader) throws(JSONError) {
        while let key = try reader.nextKey() {
            try addValue(path.isEmpty ? Self.shown(key) : "\(path).\(Self.shown(key))", &reader)
        }
    }

    private mutating func addValue(_ path: String, _ reader: inout JSONReader) throws(JSONError) {
        let kind = try reader.nextKind()
        add(field: "\(path): \(kind)")
        switch kind {
        case .object:
            try reader.beginObject()
            try addMembers(of: path, &reader)
        case .array:
            try reader.beginArray()
            while try reader.nextElement() { try addValue("\(path)[]", &reader) }
        default: try reader.skipValue()
        }
    }

    /// A key as a path component, quoted if it has characters other than those of names.
    private static func shown(_ key: String) -> String {
        let isName = !key.isEmpty && key.unicodeScalars.allSatisfy { $0.properties.isXIDContinue || $0 == "-" }
        return isName ? key : String(decoding: json { $0.string(key) }, as: UTF8.self)
    }

    /// The JSON encoding of a value.
    static func json(_ write: (inout JSONWriter) -> Void) -> [UInt8] {
        var writer = JSONWriter()
        write(&writer)
        return writer.bytes
    }
}

extension EventLayout {
    /// The lines of the layout in a record.
    var lines: [String] { [name] + (fields + examples.map(Self.line)).map { "    \($0)" } }

    private static func line(_ example: Example) -> String {
        guard !example.tags.isEmpty else { return "> \(example.text)" }
        let tags = json { writer in
            writer.beginArray()
            for tag in example.tags { writer.string(tag.text) }
            writer.endArray()
        }
        return "> \(String(decoding: tags, as: UTF8.self)) \(example.text)"
    }

    /// Parses an example: the text after `> ` in a record.
    static func example(_ line: Substring) throws(JSONError) -> Example {
        guard line.hasPrefix("[") else { return Example(tags: [], data: Array(line.utf8)) }
        let bytes = Array(line.utf8)
        let span = bytes.span
        var reader = JSONReader(span)
        var tags: [Tag] = []
        try reader.beginArray()
        while try reader.nextElement() { tags.append(Tag(try reader.readString())) }
        return Example(tags: tags, data: Array(bytes[min(reader.offset + 1, bytes.count)...]))
    }
}
