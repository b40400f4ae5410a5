import Nacre

/// Validating, reading and skipping JSON agree with each other, and with an independent checker of RFC 8259.
enum JSONProperties {
    static func check(_ bytes: [UInt8]) {
        let isValid = isAccepted { () throws(JSONError) in _ = try JSONReader.validate(bytes.span) }
        expect(isValid == JSONChecker.accepts(bytes), "validating says \(isValid) of \(bytes)")
        do throws(JSONError) {
            var reader = JSONReader(bytes.span)
            try read(&reader)
            try reader.end()
            expect(isValid, "what cannot be validated can be read: \(bytes)")
        } catch {
            // JSON may have numbers too large for any type, and strings that are not valid text.
            expect(
                !isValid || error.code == .outOfRange || error.code == .loneSurrogate,
                "what is valid cannot be read: \(error) \(bytes)")
        }
    }

    private static func isAccepted(_ body: () throws(JSONError) -> Void) -> Bool {
        do throws(JSONError) {
            try body()
            return true
        } catch {
            return false
        }
    }

    private static func read(_ reader: inout JSONReader) throws(JSONError) {
        switch try reader.nextKind() {
        case .string: _ = try reader.readString()
        case .bool: _ = try reader.readBool()
        case .null: _ = try reader.readNull()
        case .number: _ = try reader.readDouble()
        case .array:
            try reader.beginArray()
            while try reader.nextElement() { try read(&reader) }
        case .object:
            try reader.beginObject()
            while try reader.nextKey() != nil { try read(&reader) }
        }
    }
}

/// A checker of RFC 8259, byte by byte; strings must be UTF-8, and nesting has the store's limit.
///
/// The grammar allows escaped halves of surrogate pairs.
struct JSONChecker {
    private let bytes: [UInt8]
    private var place = 0

    static func accepts(_ bytes: [UInt8]) -> Bool {
        var checker = JSONChecker(bytes: bytes)
        guard checker.value(depth: 0) else { return false }
        checker.space()
        return checker.place == bytes.count
    }

    private init(bytes: [UInt8]) { self.bytes = bytes }

    private var next: UInt8? { place < bytes.count ? bytes[place] : nil }

    private mutating func take(_ byte: Character) -> Bool {
        guard next == byte.asciiValue else { return false }
        place += 1
        return true
    }

    private mutating func space() {
        while let next, [0x20, 0x09, 0x0A, 0x0D].contains(next) { place += 1 }
    }

    private mutating func value(depth: Int) -> Bool {
        space()
        switch next {
        case UInt8(ascii: "{"): return list(depth, "{", "}", isObject: true)
        case UInt8(ascii: "["): return list(depth, "[", "]", isObject: false)
        case UInt8(ascii: "\""): return string()
        case UInt8(ascii: "t"): return word("true")
        case UInt8(ascii: "f"): return word("false")
        case UInt8(ascii: "n"): return word("null")
        default: return number()
        }
    }

    private mutating func word(_ word: String) -> Bool {
        for byte in word { guard take(byte) else { return false } }
        return true
    }

    private mutating func list(_ depth: Int, _ open: Character, _ close: Character, isObject: Bool) -> Bool {
        guard depth < Limits.jsonNesting, take(open) else { return false }
        space()
        if take(close) { return true }
        while true {
            if isObject {
                space()
                guard string() else { return false }
                space()
                guard take(":") else { return false }
            }
            guard value(depth: depth + 1) else { return false }
            space()
            if take(close) { return true }
            guard take(",") else { return false }
        }
    }

    private mutating func number() -> Bool {
        _ = take("-")
        guard let first = next, (0x30...0x39).contains(first) else { return false }
        if first == 0x30 { place += 1 } else { _ = digits() }
        if take("."), !digits() { return false }
        if take("e") || take("E") {
            if !take("+") { _ = take("-") }
            return digits()
        }
        return true
    }

    private mutating func digits() -> Bool {
        let start = place
        while let next, (0x30...0x39).contains(next) { place += 1 }
        return place > start
    }

    private mutating func string() -> Bool {
        guard take("\"") else { return false }
        var raw: [UInt8] = []
        while let byte = next {
            place += 1
            switch byte {
            case UInt8(ascii: "\""): return String(validating: raw, as: UTF8.self) != nil
            case UInt8(ascii: "\\"):
                // A multi-byte character cannot continue after an escape.
                guard String(validating: raw, as: UTF8.self) != nil, escape() else { return false }
                raw = []
            case ..<0x20: return false
            default: raw.append(byte)
            }
        }
        return false
    }

    private mutating func escape() -> Bool {
        guard let byte = next else { return false }
        place += 1
        if byte != UInt8(ascii: "u") { return "\"\\/bfnrt".utf8.contains(byte) }
        return unit() != nil
    }

    private mutating func unit() -> UInt32? {
        guard place + 4 <= bytes.count else { return nil }
        var unit: UInt32 = 0
        for byte in bytes[place..<(place + 4)] {
            guard let digit = Character(UnicodeScalar(byte)).hexDigitValue else { return nil }
            unit = unit << 4 | UInt32(digit)
        }
        place += 4
        return unit
    }
}
