/// Builds the nodes of a document while it is parsed.
struct JSONDocumentIndex {
    private(set) var nodes: [JSONDocument.Node] = []

    /// The innermost open object or array; -1 if there is none.
    private var innermost: Int32 = -1

    init(capacity: Int) {
        nodes.reserveCapacity(capacity)
    }

    /// Adds one value with all its contents, without recursion.
    mutating func add(_ reader: inout JSONReader) throws(JSONError) {
        try addValue(&reader)
        while innermost >= 0 {
            let isObject = nodes[Int(innermost)].kind == .object
            if try isObject ? addKey(&reader) : reader.nextElement() {
                nodes[Int(innermost)].end += 1
                try addValue(&reader)
            } else {
                close()
            }
        }
    }

    private mutating func addKey(_ reader: inout JSONReader) throws(JSONError) -> Bool {
        guard let key = try reader.nextKeyToken() else { return false }
        try reader.scanner.validateUTF8(key)
        add(.key, key)
        return true
    }

    private mutating func addValue(_ reader: inout JSONReader) throws(JSONError) {
        try reader.beginValue()
        switch reader.scanner.next {
        case UInt8(ascii: "\""):
            let token = try reader.scanner.string()
            try reader.scanner.validateUTF8(token)
            add(.string, token)
        case UInt8(ascii: "-"), (UInt8(ascii: "0")...UInt8(ascii: "9"))?:
            let token = try reader.scanner.number()
            add(.number, flag: token.isInteger, token.range)
        case UInt8(ascii: "t"): try addLiteral("true", .bool, isTrue: true, &reader)
        case UInt8(ascii: "f"): try addLiteral("false", .bool, isTrue: false, &reader)
        case UInt8(ascii: "n"): try addLiteral("null", .null, isTrue: false, &reader)
        case UInt8(ascii: "{"): return try open(.object, &reader)
        case UInt8(ascii: "["): return try open(.array, &reader)
        default: throw reader.scanner.unexpected("a value")
        }
        reader.place = .afterValue
    }

    private mutating func addLiteral(
        _ literal: StaticString, _ kind: JSONDocument.Node.Kind, isTrue: Bool, _ reader: inout JSONReader
    ) throws(JSONError) {
        let start = reader.scanner.index
        try reader.scanner.skipLiteral(literal)
        add(kind, flag: isTrue, start..<reader.scanner.index)
    }

    private mutating func open(_ kind: JSONDocument.Node.Kind, _ reader: inout JSONReader) throws(JSONError) {
        let start = reader.scanner.index
        try reader.open(isObject: kind == .object)
        let surrounding = innermost
        innermost = Int32(truncatingIfNeeded: nodes.count)
        add(kind, start..<start)
        nodes[Int(innermost)].end = 0
        // While a container is open, `next` holds the surrounding one, which saves a stack.
        nodes[Int(innermost)].next = surrounding
    }

    private mutating func close() {
        let surrounding = nodes[Int(innermost)].next
        nodes[Int(innermost)].next = Int32(truncatingIfNeeded: nodes.count)
        innermost = surrounding
    }

    private mutating func add(_ kind: JSONDocument.Node.Kind, _ token: JSONScanner.StringToken) {
        add(kind, flag: token.hasEscapes, isASCII: token.isASCII, token.range)
    }

    // Offsets fit in 32 bits: an event's data is at most 16 MiB (`Limits.dataBytes`).
    private mutating func add(
        _ kind: JSONDocument.Node.Kind, flag: Bool = false, isASCII: Bool = true, _ range: Range<Int>
    ) {
        nodes.append(
            JSONDocument.Node(
                kind: kind, flag: flag, isASCII: isASCII, start: UInt32(truncatingIfNeeded: range.lowerBound),
                end: UInt32(truncatingIfNeeded: range.upperBound), next: Int32(truncatingIfNeeded: nodes.count + 1)))
    }
}
