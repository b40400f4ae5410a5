import Foundation
import Testing

@testable import Nacre

/// Rows decoded by other types than those that encoded them.
@Suite struct ChangedRowTests {
    struct Written: Codable {
        var owner = "ada"
        var balance = 50
        var note: String? = "old"
    }

    private let bytes: [UInt8]

    init() throws { bytes = try RowEncoder().encode(Written()) }

    @Test func `fields declared in another order are found`() throws {
        struct Other: Codable, Equatable {
            var note: String?
            var balance: Int
            var owner: String
        }
        #expect(
            try RowDecoder().decode(Other.self, from: bytes) == Other(note: "old", balance: 50, owner: "ada"))
    }

    @Test func `an added optional field is nil, whatever the other fields`() throws {
        struct Other: Codable {
            var owner: String
            var nickname: String?
            var balance: Int
            var limit: Int?
            var note: String?
        }
        let row = try RowDecoder().decode(Other.self, from: bytes)
        #expect(row.nickname == nil)
        #expect(row.limit == nil)
        #expect((row.owner, row.balance, row.note) == ("ada", 50, "old"))
    }

    @Test func `a renamed field is not found, and the error names it`() throws {
        struct Other: Codable {
            var holder: String
            var balance: Int
        }
        #expect {
            try RowDecoder().decode(Other.self, from: bytes)
        } throws: {
            guard case .keyNotFound(let key, _)? = $0 as? DecodingError else { return false }
            return key.stringValue == "holder"
        }
    }

    @Test func `a field of another kind is rejected, and the error names the kind found`() throws {
        struct Other: Codable {
            var balance: String
            var owner: String
        }
        #expect {
            try RowDecoder().decode(Other.self, from: bytes)
        } throws: {
            guard case .typeMismatch(_, let context)? = $0 as? DecodingError else { return false }
            return context.codingPath.map(\.stringValue) == ["balance"]
                && context.debugDescription.contains("the number 50")
        }
    }

    @Test func `a required field that is nil is rejected`() throws {
        struct Other: Codable { var note: String }
        let bytes = try RowEncoder().encode(Written(note: nil))
        #expect(throws: DecodingError.self) { try RowDecoder().decode(Other.self, from: bytes) }
    }

    /// Two field names with the same code; `owner` is one that a reader could also expect.
    private static let colliding: (String, String) = {
        var seen: [UInt32: String] = [:]
        for number in 0... {
            let name = "f\(number)"
            if let other = seen.updateValue(name, forKey: RowRecord.code(of: name)) { return (other, name) }
        }
        return ("", "")
    }()

    /// A row with two fields whose keys have one code.
    struct Colliding: Codable, Equatable {
        var first: Int?
        var second: Int?
        var third = 3

        enum CodingKeys: CodingKey {
            case first, second, third

            var stringValue: String {
                switch self {
                case .first: ChangedRowTests.colliding.0
                case .second: ChangedRowTests.colliding.1
                case .third: "third"
                }
            }
        }
    }

    @Test(arguments: [(1, 2), (1, nil), (nil, 2), (nil, nil)] as [(Int?, Int?)])
    func `two fields of one code are distinguished, even if one of them is nil`(first: Int?, second: Int?) throws {
        #expect(Self.colliding.0 != Self.colliding.1)
        let row = Colliding(first: first, second: second)
        #expect(try RowDecoder().decode(Colliding.self, from: RowEncoder().encode(row)) == row)
    }

    /// A type that tests which of its keys exist.
    struct Looking: Codable, Equatable {
        var first: Int?
        var second: Int?

        enum CodingKeys: CodingKey { case first, second }

        init(first: Int? = nil, second: Int? = nil) { (self.first, self.second) = (first, second) }

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            for key in container.allKeys {
                switch key {
                case .first: first = try container.decode(Int.self, forKey: key)
                case .second: second = try container.decode(Int.self, forKey: key)
                }
            }
        }
    }

    @Test func `a type that decodes whichever of two fields exists finds it, and is rejected if both exist`() throws {
        let one = Looking(second: 2)
        #expect(try RowDecoder().decode(Looking.self, from: RowEncoder().encode(one)) == one)
        #expect(throws: DecodingError.self) {
            try RowDecoder().decode(Looking.self, from: RowEncoder().encode(Looking(first: 1, second: 2)))
        }
    }

    /// A type with arbitrary keys.
    struct Free: Codable, Equatable {
        struct Key: CodingKey {
            var stringValue: String
            var intValue: Int? { nil }
            init(stringValue: String) { self.stringValue = stringValue }
            init?(intValue: Int) { nil }
        }

        var values: [String: Int]

        init(_ values: [String: Int]) { self.values = values }

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: Key.self)
            values = [:]
            for key in container.allKeys { values[key.stringValue] = try container.decode(Int.self, forKey: key) }
        }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: Key.self)
            for (name, value) in values { try container.encode(value, forKey: Key(stringValue: name)) }
        }
    }

    @Test func `a type with arbitrary keys finds all of them`() throws {
        for values in [[:], ["a": 1], ["b": 2, "a": 1, "ö": 3]] as [[String: Int]] {
            #expect(try RowDecoder().decode(Free.self, from: RowEncoder().encode(Free(values))).values == values)
        }
    }

    class Base: Codable {
        var name = "base"
    }

    final class Derived: Base {
        var count = 0

        enum CodingKeys: CodingKey { case count }

        override init() { super.init() }

        required init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            count = try container.decode(Int.self, forKey: .count)
            try super.init(from: container.superDecoder())
        }

        override func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(count, forKey: .count)
            try super.encode(to: container.superEncoder())
        }
    }

    @Test func `a class has its own and its inherited fields`() throws {
        let row = Derived()
        (row.count, row.name) = (7, "derived")
        let found = try RowDecoder().decode(Derived.self, from: RowEncoder().encode(row))
        #expect((found.count, found.name) == (7, "derived"))
    }
}
