internal import Nacre

/// What is stored of the events of one type and schema: the fields of their data and what these hold, and examples.
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

    /// The fields, each with its path and what it holds, in order and none of them twice.
    ///
    /// One is `lines[].product: string`.
    private(set) var fields: [String] = []

    private(set) var examples: [Example] = []

    init(type: EventType, schema: Int) {
        self.type = type
        self.schema = schema
    }

    /// The type and the schema in words.
    var name: String { "\(type), schema \(schema)" }

    /// Adds a field as it stands in a record.
    mutating func add(field: String) {
        guard !fields.contains(field) else { return }
        fields.append(field)
        // The mark behind a path is replaced by what comes before all characters of one: an object stands before its members.
        fields.sort {
            $0.replacing(": ", with: "\0").utf8.lexicographicallyPrecedes($1.replacing(": ", with: "\0").utf8)
        }
    }

    /// Adds an example without looking into it.
    mutating func add(_ example: Example) {
        if !examples.contains(example) { examples.append(example) }
    }

    /// Adds an event that was written.
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

    /// A key as a part of a path; in quotes where it has other characters than names have.
    private static func shown(_ key: String) -> String {
        let isName = !key.isEmpty && key.unicodeScalars.allSatisfy { $0.properties.isXIDContinue || $0 == "-" }
        return isName ? key : String(decoding: json { $0.string(key) }, as: UTF8.self)
    }

    /// The bytes of a value in JSON.
    static func json(_ write: (inout JSONWriter) -> Void) -> [UInt8] {
        var writer = JSONWriter()
        write(&writer)
        return writer.bytes
    }
}

extension EventLayout {
    /// The lines that the layout has in a record.
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

    /// Reads what stands behind `> ` in a record.
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
