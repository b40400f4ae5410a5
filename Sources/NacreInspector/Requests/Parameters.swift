/// The parameters of a query, in their order; a name may occur several times.
struct Parameters: Hashable, Sendable {
    struct Parameter: Hashable, Sendable {
        let name: String
        let value: String
    }

    private(set) var all: [Parameter] = []

    init() {}

    /// Reads a query such as `type=A&text=a+b`, percent-encoded.
    ///
    /// Bytes that are not UTF-8 become replacement characters.
    init(parsing query: some StringProtocol) {
        for part in query.utf8.split(separator: UInt8(ascii: "&")) {
            let halves = part.split(separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
            add(PercentCoding.decode(halves[0]), halves.count > 1 ? PercentCoding.decode(halves[1]) : "")
        }
    }

    /// The values of a name, without empty ones: a field of a form that is left empty is sent, too.
    func values(_ name: String) -> [String] { all.lazy.filter { $0.name == name && !$0.value.isEmpty }.map(\.value) }

    /// The values of a name with empty ones, for fields that belong together.
    func allValues(_ name: String) -> [String] { all.filter { $0.name == name }.map(\.value) }

    /// The first value of a name that is not empty.
    func value(_ name: String) -> String? { values(name).first }

    /// Whether there is a parameter of a name, with or without a value.
    func has(_ name: String) -> Bool { all.contains { $0.name == name } }

    mutating func add(_ name: String, _ value: String) { all.append(Parameter(name: name, value: value)) }

    /// Adds a parameter that may have no value.
    mutating func add(_ name: String, _ value: String?) {
        if let value { add(name, value) }
    }

    /// The parameters without those of a name.
    func without(_ name: String) -> Parameters {
        var others = self
        others.all.removeAll { $0.name == name }
        return others
    }

    /// The query for an address, percent-encoded, with its question mark; empty without parameters.
    var query: String {
        guard !all.isEmpty else { return "" }
        let pairs = all.map { PercentCoding.encode($0.name) + "=" + PercentCoding.encode($0.value) }
        return "?" + pairs.joined(separator: "&")
    }
}

/// The percent-encoding of URLs (RFC 3986, section 2.1).
enum PercentCoding {
    /// Decodes a part of a query: `+` is a space.
    static func decode(_ text: some Collection<UInt8>) -> String { decode(text, plusIsSpace: true) }

    /// Decodes a segment of a path: `+` is itself.
    static func decodePath(_ text: some StringProtocol) -> String { decode(Array(text.utf8), plusIsSpace: false) }

    private static func decode(_ text: some Collection<UInt8>, plusIsSpace: Bool) -> String {
        var bytes: [UInt8] = []
        var rest = Array(text)[...]
        while let byte = rest.popFirst() {
            if byte == UInt8(ascii: "+"), plusIsSpace {
                bytes.append(UInt8(ascii: " "))
            } else if byte == UInt8(ascii: "%"), rest.count > 1, let value = hexadecimal(rest.prefix(2)) {
                bytes.append(value)
                rest.removeFirst(2)
            } else {
                bytes.append(byte)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    private static func hexadecimal(_ digits: ArraySlice<UInt8>) -> UInt8? {
        var value: UInt8 = 0
        for digit in digits {
            guard let number = Character(Unicode.Scalar(digit)).hexDigitValue else { return nil }
            value = value << 4 | UInt8(number)
        }
        return value
    }

    /// Encodes every byte but letters, digits, and `-._~`.
    static func encode(_ text: String) -> String {
        var encoded: [UInt8] = []
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
                UInt8(ascii: "~"):
                encoded.append(byte)
            default:
                encoded.append(UInt8(ascii: "%"))
                encoded += (byte < 16 ? "0" : "").utf8
                encoded += String(byte, radix: 16, uppercase: true).utf8
            }
        }
        return String(decoding: encoded, as: UTF8.self)
    }
}
