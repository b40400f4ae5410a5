/// A JSON object that is held in memory with the places of all its values, for a `Decoder`, which may ask in any order.
///
/// One pass over the bytes judges the grammar and notes where each value stands; texts and numbers are made when they
/// are asked for.
final class JSONDocument {
    /// A value, or the key in front of a member's value.
    struct Node {
        enum Kind: UInt8 {
            case key, string, number, bool, null, object, array
        }

        let kind: Kind
        /// A key or a string has escapes; a number is written without fraction and exponent; a bool is `true`.
        let flag: Bool
        /// A key or a string is of ASCII.
        let isASCII: Bool
        /// Where it begins in the bytes; a key or a string behind its quote.
        let start: UInt32
        /// Where a key, a string or a number ends; how many members or elements an object or an array has.
        var end: UInt32
        /// The node behind the value and all that is in it; while it is open, the node that surrounds it.
        var next: Int32
    }

    let bytes: [UInt8]
    let nodes: [Node]

    /// The members by name of objects that have many.
    private var tables: [Int: [FieldName: Int]] = [:]

    /// Reads an object.
    ///
    /// - Parameter bytes: The bytes of exactly one JSON object.
    /// - Throws: ``JSONError`` where they are something else.
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
    /// - Returns: The node; `nil` where there is no such member.
    /// - Throws: ``EventFields/Repetition`` where it is there twice.
    func member(_ name: String, of object: Int) throws(EventFields.Repetition) -> Int? {
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

    /// Where an object has more members than so many, looking through all of them for each would cost their square.
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

    /// The members of an object in the order in which they stand; those whose key has no text are left out.
    func members(of object: Int) -> [(key: String, value: Int)] {
        var members: [(key: String, value: Int)] = []
        var node = object + 1
        while node < Int(nodes[object].next) {
            // An escaped half of a surrogate pair has no text, so that no field has such a name; the grammar allows it.
            if let key = try? text(at: node) { members.append((key, node + 1)) }
            node = Int(nodes[node + 1].next)
        }
        return members
    }
}

/// A name of a field, compared by bytes.
private struct FieldName: ByteComparedName {
    let text: String

    init(_ text: String) {
        self.text = text
    }
}

extension JSONDocument.Node {
    /// The key or the string.
    var token: JSONScanner.StringToken {
        JSONScanner.StringToken(range: Int(start)..<Int(end), hasEscapes: flag, isASCII: isASCII)
    }

    /// The number.
    var number: JSONScanner.NumberToken {
        JSONScanner.NumberToken(range: Int(start)..<Int(end), isInteger: flag)
    }
}
