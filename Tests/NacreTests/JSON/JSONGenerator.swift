import TestRandomness

/// Generates JSON documents as text, valid by construction, and corrupts them.
struct JSONGenerator {
    var random: SeededGenerator

    init(seed: UInt64) {
        random = SeededGenerator(seed: seed)
    }

    mutating func document() -> [UInt8] {
        var bytes: [UInt8] = []
        whiteSpace(&bytes)
        value(&bytes, depth: 0)
        whiteSpace(&bytes)
        return bytes
    }

    /// A text in quotes.
    mutating func stringLiteral() -> [UInt8] {
        var bytes: [UInt8] = []
        string(&bytes)
        return bytes
    }

    /// Changes, drops, inserts or doubles a few bytes.
    mutating func spoiled(_ document: [UInt8]) -> [UInt8] {
        var bytes = document
        for _ in 0...random.below(3) {
            let place = random.below(bytes.count + 1)
            switch random.below(4) {
            case 0 where place < bytes.count: bytes[place] = anyByte()
            case 1 where place < bytes.count: bytes.remove(at: place)
            case 2: bytes.insert(anyByte(), at: place)
            default: bytes.insert(contentsOf: bytes[place..<min(bytes.count, place + 4)], at: place)
            }
        }
        return bytes
    }

    private mutating func anyByte() -> UInt8 {
        let grammar = Array("{}[]\",:\\/truefalsn0123456789+-.eEu \n\r\t\u{1}".utf8)
        return random.chance(80)
            ? grammar[random.below(grammar.count)] : UInt8(truncatingIfNeeded: random.next())
    }

    private mutating func value(_ bytes: inout [UInt8], depth: Int) {
        switch random.below(depth < 5 ? 9 : 6) {
        case 0: bytes += Array("null".utf8)
        case 1: bytes += Array((random.chance(50) ? "true" : "false").utf8)
        case 2, 3: number(&bytes)
        case 4, 5: string(&bytes)
        case 6, 7: object(&bytes, depth: depth)
        default: array(&bytes, depth: depth)
        }
    }

    private mutating func object(_ bytes: inout [UInt8], depth: Int) {
        bytes.append(UInt8(ascii: "{"))
        whiteSpace(&bytes)
        for index in 0..<random.below(4) {
            if index > 0 { comma(&bytes) }
            string(&bytes)
            whiteSpace(&bytes)
            bytes.append(UInt8(ascii: ":"))
            whiteSpace(&bytes)
            value(&bytes, depth: depth + 1)
            whiteSpace(&bytes)
        }
        bytes.append(UInt8(ascii: "}"))
    }

    private mutating func array(_ bytes: inout [UInt8], depth: Int) {
        bytes.append(UInt8(ascii: "["))
        whiteSpace(&bytes)
        for index in 0..<random.below(4) {
            if index > 0 { comma(&bytes) }
            value(&bytes, depth: depth + 1)
            whiteSpace(&bytes)
        }
        bytes.append(UInt8(ascii: "]"))
    }

    private mutating func comma(_ bytes: inout [UInt8]) {
        bytes.append(UInt8(ascii: ","))
        whiteSpace(&bytes)
    }

    // Exponents stay small: whether a number fits a Double is not a matter of the grammar.
    private mutating func number(_ bytes: inout [UInt8]) {
        var text = random.chance(30) ? "-" : ""
        text += String(random.chance(20) ? 0 : random.below(1_000_000))
        if random.chance(30) { text += "." + String(random.below(1000)) }
        if random.chance(20) { text += ["e", "E", "e+", "E-"][random.below(4)] + String(random.below(20)) }
        bytes += Array(text.utf8)
    }

    private mutating func string(_ bytes: inout [UInt8]) {
        let pieces = [
            "a", "Z", " ", "/", "é", "e\u{301}", "日", "🦪", "\u{7F}", "\u{85}", "\u{2028}", "\\\"", "\\\\", "\\/", "\\b",
            "\\f", "\\n", "\\r", "\\t", "\\u0000", "\\u00e9", "\\uD83E\\uddaa", "\\u2029",
        ]
        bytes.append(UInt8(ascii: "\""))
        for _ in 0..<random.below(12) { bytes += Array(pieces[random.below(pieces.count)].utf8) }
        bytes.append(UInt8(ascii: "\""))
    }

    private mutating func whiteSpace(_ bytes: inout [UInt8]) {
        guard random.chance(20) else { return }
        bytes.append([0x20, 0x0A, 0x0D, 0x09][random.below(4)])
    }
}
