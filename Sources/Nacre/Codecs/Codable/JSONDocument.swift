/// A JSON object in memory with an index of its values, for a `Decoder`, which may access them in any order.
///
/// One pass over the bytes validates the syntax and records the place of each value. Strings and numbers are decoded
/// on request.
final class JSONDocument {
    /// A value, or the key of a member.
    struct Node {
        enum Kind: UInt8 {
            case key, string, number, bool, null, object, array
        }

        let kind: Kind
        /// Whether a key or a string has escapes, a number has neither fraction nor exponent, or a Boolean is `true`.
        let flag: Bool
        /// Whether a key or a string is ASCII.
        let isASCII: Bool
        /// The offset of its start; for a key or a string, after its quote.
        let start: UInt32
        /// The offset of the end of a key, a string or a number; the number of members or elements of an object or an
        /// array.
        var end: UInt32
        /// The node after the value and its contents; while it is open, the enclosing node.
        var next: Int32
    }

    let bytes: [UInt8]
    let nodes: [Node]

    /// The members by name, for objects with many members.
    private var tables: [Int: [FieldName: Int]] = [:]

    /// Parses an object.
    ///
    /// - Parameter bytes: The bytes of exactly one JSON object.
    /// - Throws: ``JSONError`` if they are not.
    /// - Complexity: O(*n*) in the number of bytes.
    init(_ bytes: [UInt8]) throws(JSONError) {
        guard bytes.count <= Int32.max else {
            throw JSONError(.outOfRange, at: 0, "the object has \(bytes.count) bytes, the limit is \(Int32.max)")
        }
        self.bytes = bytes
        let span = bytes.span
        var reader = JSONReader(span)
        try reader.requireObject()
        var index = JSONDocumentIndex(capacity: min(bytes.count / 8 + 2, 64))
        try index.add(&reader)
        try reader.end()
        nodes = index.nodes
    }

    /// The node of a member's value.
    ///
    /// - Parameters:
    ///   - name: The name of the member, compared byte for byte.
    ///   - object: The node of the object.
    /// - Returns: The node; `nil` if there is no such member.
    /// - Throws: ``EventFields/Repetition`` if there are two.
    func member(_ name: String, of object: Int) throws(EventFields.Repetition) -> Int? {
        // A linear search is faster for few members; for many, one search for each field would take quadratic time.
        if nodes[object].end > Self.manyMembers { return try memberOfMany(name, of: object) }
        let bytes = bytes
        let span = bytes.span
        let scanner = JSONScanner(span)
        let name = name.utf8Span.span
        var found: Int?
        var node = object + 1
        let end = Int(nodes[object].next)
        while node < end {
            if scanner.isKey(nodes[node].token, name) {
                guard found == nil else { throw EventFields.Repetition(name: name.text) }
                found = node + 1
            }
            node = Int(nodes[node + 1].next)
        }
        return found
    }

    /// The maximum number of members searched linearly.
    ///
    /// Beyond it, reading all of them would take quadratic time.
    private static let manyMembers = 16

    private func memberOfMany(_ name: String, of object: Int) throws(EventFields.Repetition) -> Int? {
        let repeated = -1
        if tables[object] == nil {
            var table: [FieldName: Int] = [:]
            for (key, value) in members(of: object) {
                table[FieldName(key)] = table[FieldName(key)] == nil ? value : repeated
            }
            tables[object] = table
        }
        let found = tables[object]?[FieldName(name)]
        guard found != repeated else { throw EventFields.Repetition(name: name) }
        return found
    }

    /// The members of an object in their stored order, without those whose key has no text.
    func members(of object: Int) -> [(key: String, value: Int)] {
        var members: [(key: String, value: Int)] = []
        var node = object + 1
        while node < Int(nodes[object].next) {
            // A lone surrogate is valid JSON syntax but has no text, so no field has such a name.
            if let key = try? text(at: node) { members.append((key, node + 1)) }
            node = Int(nodes[node + 1].next)
        }
        return members
    }
}

/// The name of a field, compared by bytes.
private struct FieldName: ByteComparedName {
    let text: String

    init(_ text: String) {
        self.text = text
    }
}

extension JSONDocument.Node {
    /// The token of a key or a string.
    var token: JSONScanner.StringToken {
        JSONScanner.StringToken(range: Int(start)..<Int(end), hasEscapes: flag, isASCII: isASCII)
    }

    /// The token of a number.
    var number: JSONScanner.NumberToken {
        JSONScanner.NumberToken(range: Int(start)..<Int(end), isInteger: flag)
    }
}
