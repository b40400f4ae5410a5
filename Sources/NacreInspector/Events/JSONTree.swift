import Nacre

/// A JSON document as rows, in the order in which it is written.
struct JSONTree: Sendable {
    /// A row: a value, or the beginning or the end of an object or an array.
    struct Row: Sendable {
        enum Content: Hashable, Sendable {
            case value(String, JSONKind)
            case beginning(JSONKind)
            case end
        }

        /// The key in an object, or the index in an array; `nil` for the document, and at an end.
        let label: String?

        /// The path from the document to the value; empty at an end.
        let path: String

        let content: Content
    }

    /// The greatest number of rows of a tree.
    private static let mostRows = 4_000

    /// The greatest number of bytes of a path: keys are as long as they like, and are nested.
    private static let longestPath = 1_000

    private(set) var rows: [Row] = []

    /// Whether there are more values than rows.
    private(set) var isCut = false

    /// Reads a document.
    ///
    /// - Parameters:
    ///   - bytes: The document.
    ///   - root: The name that paths begin with.
    /// - Throws: `JSONError` if the bytes are not JSON, or a key has no text.
    init(_ bytes: [UInt8], root: String) throws {
        try JSONReader.validate(bytes.span)
        var reader = JSONReader(bytes.span)
        // Without recursion: documents are nested as deep as the limit.
        var open: [(path: String, isObject: Bool, count: Int)] = []
        var next: (label: String?, path: String)? = (nil, root)
        while true {
            if let value = next {
                guard rows.count < Self.mostRows else { break }
                let kind = try reader.nextKind()
                switch kind {
                case .object:
                    try reader.beginObject()
                    rows.append(Row(label: value.label, path: value.path, content: .beginning(kind)))
                    open.append((value.path, true, 0))
                case .array:
                    try reader.beginArray()
                    rows.append(Row(label: value.label, path: value.path, content: .beginning(kind)))
                    open.append((value.path, false, 0))
                default:
                    let text = String(decoding: bytes[try reader.skipValue()], as: UTF8.self)
                    rows.append(Row(label: value.label, path: value.path, content: .value(text, kind)))
                }
            }
            guard let inner = open.last else { break }
            if inner.isObject, let key = try reader.nextKey() {
                next = (key, path(inner.path, Self.step(key)))
            } else if !inner.isObject, try reader.nextElement() {
                next = ("\(inner.count)", path(inner.path, "[\(inner.count)]"))
                open[open.count - 1].count += 1
            } else {
                next = nil
                open.removeLast()
                rows.append(Row(label: nil, path: "", content: .end))
            }
        }
        isCut = !open.isEmpty
        for _ in open { rows.append(Row(label: nil, path: "", content: .end)) }
    }

    /// A path with one more step; one that is too long gets a short name in its place.
    private func path(_ path: String, _ step: String) -> String {
        let length = path.utf8.count + step.utf8.count
        return length <= Self.longestPath ? path + step : "…\(rows.count)"
    }

    /// A key as the step of a path: `.name`, or `["unit price"]`.
    private static func step(_ key: String) -> String {
        let isPlain = key.utf8.allSatisfy { byte in
            byte | 0x20 >= UInt8(ascii: "a") && byte | 0x20 <= UInt8(ascii: "z")
                || byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9") || byte == UInt8(ascii: "_")
                || byte == UInt8(ascii: "-")
        }
        if isPlain, !key.isEmpty { return ".\(key)" }
        var writer = JSONWriter()
        writer.string(key)
        return "[\(String(decoding: writer.bytes, as: UTF8.self))]"
    }

    /// The values by their paths, with empty objects and arrays as `{}` and `[]`; of repeated keys, the first.
    var values: [String: String] {
        var values: [String: String] = [:]
        for (index, row) in rows.enumerated() {
            switch row.content {
            case .value(let text, _): values[row.path] = values[row.path] ?? text
            case .beginning(let kind) where index + 1 < rows.count && rows[index + 1].content == .end:
                values[row.path] = values[row.path] ?? (kind == .object ? "{}" : "[]")
            default: break
            }
        }
        return values
    }
}

/// What differs between two JSON documents.
struct JSONDifference: Sendable {
    /// A value that differs.
    struct Change: Hashable, Sendable {
        let path: String

        /// The value of the older document; `nil` if it has none there.
        let before: String?

        /// The value of the newer document; `nil` if it has none there.
        let after: String?
    }

    /// The values that differ, in the order of the newer document and then of the older one.
    let changes: [Change]

    /// Compares two documents.
    init(from old: JSONTree, to new: JSONTree) {
        let (before, after) = (old.values, new.values)
        var seen: Set<String> = []
        var changes: [Change] = []
        for path in (new.rows + old.rows).map(\.path) where seen.insert(path).inserted {
            let (old, new) = (before[path], after[path])
            if old != new { changes.append(Change(path: path, before: old, after: new)) }
        }
        self.changes = changes
    }
}
