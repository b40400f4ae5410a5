import Foundation

/// A row with a field of every kind.
struct EveryField: Codable, Equatable {
    enum Standing: String, Codable {
        case open, closed
    }

    enum Payment: Codable, Equatable {
        case none
        case card(String, expires: Int)
        indirect case split([Payment])
    }

    struct Address: Codable, Equatable {
        var street: String
        var number: Int?
    }

    var flag = true
    var int = -1
    var int8 = Int8.min
    var int16 = Int16.max
    var int32 = Int32.min
    var int64 = Int64.min
    var int128 = Int128.min
    var uint = UInt.max
    var uint8 = UInt8.max
    var uint16 = UInt16.max
    var uint32 = UInt32.max
    var uint64 = UInt64.max
    var uint128 = UInt128.max
    var float = Float(1.5)
    var double = -0.1
    var text = "café"
    var long = String(repeating: "x", count: 300)
    var id = UUID(uuidString: "6F9619FF-8B86-D011-B42D-00CF4FC964FF") ?? UUID()
    var date = Date(timeIntervalSinceReferenceDate: 700_000_000.125)
    var data = Data([0, 1, 255])
    var bytes: [UInt8] = [7, 8]
    var amount = Decimal(string: "-123456789.000000001") ?? 0
    var nothing: Int?
    var something: String? = "here"
    var numbers = [1, 2, 300]
    var gaps: [Int?] = [1, nil, 3]
    var address = Address(street: "Main", number: nil)
    var addresses = [Address(street: "A", number: 1), Address(street: "B", number: nil)]
    var byName = ["b": 2, "a": 1, "": 0]
    var byNumber = [3: "c", 1: "a"]
    var byID: [UUID: Int] = [UUID(): 1, UUID(): 2, UUID(): 3]
    var set: Set<String> = ["x", "y", "z"]
    var nested: [String: [String: [Int]]] = ["o": ["i": [1]]]
    var standing = Standing.closed
    var payment = Payment.split([.none, .card("42", expires: 7)])
}

/// A random value of any row type.
struct RandomRow: Codable, Equatable {
    struct Part: Codable, Equatable {
        var name: String
        var count: Int?
        var parts: [Part]
    }

    enum Kind: Codable, Equatable {
        case small
        case big(Int64, named: String?)
    }

    var numbers: [Int64]
    var text: String
    var fraction: Double
    var kinds: [Kind]
    var parts: [String: Part]
    var tags: Set<UInt16>
    var data: Data?

    init(using random: inout some RandomNumberGenerator) {
        func number(_ random: inout some RandomNumberGenerator) -> Int64 {
            Int64(bitPattern: random.next() as UInt64) >> Int64.random(in: 0..<64, using: &random)
        }
        func text(_ random: inout some RandomNumberGenerator) -> String {
            let alphabet: [Character] = ["a", "Z", "é", "e\u{301}", "\u{0}", "🦪", "\"", " "]
            return String(
                (0..<Int.random(in: 0..<80, using: &random)).compactMap { _ in
                    alphabet.randomElement(using: &random)
                })
        }
        func part(_ depth: Int, _ random: inout some RandomNumberGenerator) -> Part {
            Part(
                name: text(&random), count: Bool.random(using: &random) ? Int(number(&random)) : nil,
                parts: depth == 0
                    ? [] : (0..<Int.random(in: 0..<3, using: &random)).map { _ in part(depth - 1, &random) })
        }
        numbers = (0..<Int.random(in: 0..<5, using: &random)).map { _ in number(&random) }
        self.text = text(&random)
        fraction = Double(bitPattern: random.next() & ~(1 << 62))
        kinds = (0..<Int.random(in: 0..<4, using: &random)).map { _ in
            Bool.random(using: &random)
                ? .small : .big(number(&random), named: Bool.random(using: &random) ? text(&random) : nil)
        }
        parts = [:]
        for _ in 0..<Int.random(in: 0..<20, using: &random) { parts[text(&random)] = part(3, &random) }
        tags = Set((0..<Int.random(in: 0..<6, using: &random)).map { _ in UInt16.random(in: 0...9, using: &random) })
        data = Bool.random(using: &random) ? Data(text(&random).utf8) : nil
    }
}
