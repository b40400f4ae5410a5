internal import Nacre

/// The recorded layouts of a type of events, as a text file.
struct EventLayoutRecord {
    /// A line of a record that cannot be parsed.
    struct Unreadable: Error, CustomStringConvertible {
        let line: Int
        let reason: String

        var description: String { "line \(line) \(reason)" }
    }

    /// The category of the streams; `nil` for the record of a codec.
    var category: String?

    /// The layouts, ordered by type and schema.
    private(set) var layouts: [EventLayout] = []

    /// The layout of a type and schema.
    subscript(_ type: EventType, _ schema: Int) -> EventLayout? {
        layouts.first { $0.type == type && $0.schema == schema }
    }

    /// The layout of a type and schema.
    subscript(_ schema: EventSchema) -> EventLayout? { self[schema.type, schema.schema] }

    /// Adds a layout, or replaces the one of the same type and schema.
    mutating func put(_ layout: EventLayout) {
        layouts.removeAll { $0.type == layout.type && $0.schema == layout.schema }
        layouts.append(layout)
        layouts.sort { ($0.type, $0.schema) < ($1.type, $1.schema) }
    }

    /// The text of the record.
    func text(of name: String) -> String {
        var lines = [
            "# What \(name) stores. Recorded by EventLayoutConformance of NacreTesting; keep it with the tests."
        ]
        if let category { lines.append("category: \(category)") }
        for layout in layouts { lines += [""] + layout.lines }
        return lines.joined(separator: "\n") + "\n"
    }

    init(category: String?) {
        self.category = category
    }

    /// Parses a record.
    init(text: String) throws(Unreadable) {
        var layout: EventLayout?
        for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
            if line.isEmpty || line.hasPrefix("#") { continue }
            if line.hasPrefix("    ") {
                guard layout != nil else { throw Unreadable(line: index + 1, reason: "belongs to no type") }
                do {
                    try Self.add(line.dropFirst(4), to: &layout)
                } catch {
                    throw Unreadable(line: index + 1, reason: error.message)
                }
            } else if line.hasPrefix("category: ") {
                category = String(line.dropFirst("category: ".count))
            } else {
                if let layout { put(layout) }
                layout = Self.layout(line)
                guard layout != nil else { throw Unreadable(line: index + 1, reason: "names no type and schema") }
            }
        }
        if let layout { put(layout) }
    }

    private static func add(_ line: Substring, to layout: inout EventLayout?) throws(JSONError) {
        if line.hasPrefix("> ") {
            layout?.add(try EventLayout.example(line.dropFirst(2)))
        } else {
            layout?.add(field: String(line))
        }
    }

    private static func layout(_ line: Substring) -> EventLayout? {
        guard let mark = line.ranges(of: ", schema ").last,
            let schema = Int(line[mark.upperBound...])
        else { return nil }
        return EventLayout(type: EventType(String(line[..<mark.lowerBound])), schema: schema)
    }
}
