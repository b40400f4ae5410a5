import DomainKit
import Foundation
import TestRandomness
import Testing

@testable import Nacre

@Suite struct RowCodingTests {
    private func coded<Value: Codable>(_ value: Value) throws -> Value {
        try RowDecoder().decode(Value.self, from: RowEncoder().encode(value))
    }

    @Test func `every kind of field survives a round trip`() throws {
        let row = EveryField()
        #expect(try coded(row) == row)
        var other = EveryField()
        other.flag = false
        other.int = 63
        other.int128 = Int128.max
        other.nothing = 64
        other.something = nil
        other.payment = .none
        #expect(try coded(other) == other)
    }

    @Test(arguments: [0, 1, -1, 63, 64, 127, 128, -64, -65, 1 << 20, .max, .min])
    func `numbers survive a round trip in every width that they fit in`(number: Int) throws {
        let bytes = try RowEncoder().encode(number)
        #expect(try RowDecoder().decode(Int64.self, from: bytes) == Int64(number))
        #expect(try RowDecoder().decode(Int128.self, from: bytes) == Int128(number))
        if let small = Int8(exactly: number) {
            #expect(try RowDecoder().decode(Int8.self, from: bytes) == small)
        } else {
            #expect(throws: DecodingError.self) { try RowDecoder().decode(Int8.self, from: bytes) }
        }
        if let unsigned = UInt(exactly: number) {
            #expect(try RowDecoder().decode(UInt.self, from: bytes) == unsigned)
        } else {
            #expect(throws: DecodingError.self) { try RowDecoder().decode(UInt.self, from: bytes) }
        }
    }

    @Test(arguments: [Double.nan, .infinity, -.infinity, -0.0, .leastNonzeroMagnitude, .pi])
    func `numbers with a fraction survive a round trip to the bit`(number: Double) throws {
        #expect(try coded(number).bitPattern == number.bitPattern)
        #expect(try coded(Float(number)).bitPattern == Float(number).bitPattern)
    }

    @Test(arguments: [
        "0", "-0.5", "NaN", "1e-50", "3.14159265358979323846264338327950288419", "1234567890123456789e40",
    ])
    func `decimal numbers survive a round trip exactly`(text: String) throws {
        let number = text == "NaN" ? Decimal.nan : try #require(Decimal(string: text))
        let found = try coded(number)
        #expect(found.description == number.description)
        #expect(found == number || number.isNaN)
    }

    @Test func `a single value as a row survives a round trip`() throws {
        #expect(try coded("text") == "text")
        #expect(try coded([1, 2]) == [1, 2])
        #expect(try coded(["a": [1.5]]) == ["a": [1.5]])
        #expect(try coded(Int?.none) == nil)
        #expect(try coded(Int?.some(3)) == 3)
        #expect(try coded(EveryField.Payment.card("1", expires: 2)) == .card("1", expires: 2))
    }

    @Test(arguments: 1...200 as ClosedRange<UInt64>)
    func `any row survives a round trip, and equal rows have equal bytes`(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let row = RandomRow(using: &random)
        let bytes = try RowEncoder().encode(row)
        let found = try RowDecoder().decode(RandomRow.self, from: bytes)
        #expect(found.fraction.bitPattern == row.fraction.bitPattern)
        var (left, right) = (found, row)
        (left.fraction, right.fraction) = (0, 0)
        #expect(left == right)
        // A dictionary or a set with the same elements in another order.
        var shuffled = row
        shuffled.parts = [:]
        shuffled.parts.reserveCapacity(Int.random(in: 0..<100, using: &random))
        for (key, value) in row.parts.shuffled(using: &random) { shuffled.parts[key] = value }
        shuffled.tags = Set(row.tags.shuffled(using: &random))
        #expect(try RowEncoder().encode(shuffled) == bytes)
        #expect(try RowValue(encoded: bytes).encoded == bytes)
    }

    @Test func `a row is compact`() throws {
        struct Account: Codable {
            var owner: String
            var email: String
            var balance: Int
        }
        let account = Account(owner: "ada", email: "ada@example.org", balance: 50)
        let bytes = try RowEncoder().encode(account)
        // A mark, the number of fields, three bytes and a mark for each field, and its contents.
        #expect(bytes.count == 2 + 3 * 4 + 3 + 15)
        #expect(try 3 * bytes.count < 2 * JSONEncoder().encode(account).count)
    }

    /// Stored rows stay readable: these are the bytes of `Docs/FileFormat.md`.
    @Test func `a row has the bytes of the file format`() throws {
        struct Sample: Codable {
            var name = "ada"
            var count = 64
            var debt = -3
            var ratio = 1.0
            var tags: Set<String> = ["b", "a"]
            var limits = ["y": true, "x": false]
            var missing: Int?
        }
        func code(_ name: String) -> [UInt8] {
            let code = RowRecord.code(of: name)
            return [UInt8(code & 0xFF), UInt8(code >> 8 & 0xFF), UInt8(code >> 16)]
        }
        // Published for FNV-1a of 32 bits: "a" is E40C292C, folded 0C292C ^ E4.
        #expect(RowRecord.code(of: "a") == 0x0C29C8)
        var expected: [UInt8] = [0x11, 6]
        expected += code("name") + [0x83, 0x61, 0x64, 0x61]
        expected += code("count") + [0x03, 0x40]
        expected += code("debt") + [0x04, 0x02]
        expected += code("ratio") + [0x08, 0, 0, 0, 0, 0, 0, 0xF0, 0x3F]
        expected += code("tags") + [0x0F, 2, 0x81, 0x61, 0x81, 0x62]
        expected += code("limits") + [0x10, 2, 1, 0x78, 0x01, 1, 0x79, 0x02]
        #expect(try RowEncoder().encode(Sample()) == expected)
        #expect(
            RowValue.instant(Instant(nanosecondsSince1970: 258, decimals: 9)).encoded == [0x0C, 2, 1]
                + Array(repeating: 0, count: 6) + [9])
        #expect(try RowValue.day(CalendarDay(year: 2024, month: 2, day: 29)).encoded == [0x0D, 0xDB, 0xFA, 0x2D])
        #expect(
            RowValue.id(EventID(high: 1, low: 2)).encoded == [0x0B] + Array(repeating: 0, count: 7) + [1]
                + Array(repeating: 0, count: 7) + [2])
        #expect(
            RowValue.wide(low: 1, high: 2, isNegative: true).encoded == [6, 1] + Array(repeating: 0, count: 7) + [2]
                + Array(repeating: 0, count: 7))
    }

    @Test func `times, days and ids of the store survive a round trip`() throws {
        func check<Value: RowScalar & Equatable>(_ value: Value) throws {
            #expect(try Value(rowValue: RowValue(encoded: value.rowValue.encoded)) == value)
            #expect(Value(rowValue: .bool(true)) == nil)
        }
        for instant in [Instant.earliest, .latest, Instant(nanosecondsSince1970: 0, decimals: 3)] {
            try check(instant)
            #expect(try Instant(rowValue: RowValue(encoded: instant.rowValue.encoded))?.decimals == instant.decimals)
        }
        for day in [
            try CalendarDay(year: 0, month: 1, day: 1), try CalendarDay(year: 2000, month: 2, day: 29),
            try CalendarDay(year: 9999, month: 12, day: 31),
        ] { try check(day) }
        try check(EventID(high: .max, low: 1))
        // A day that exists in no month.
        #expect(throws: EventStoreError.self) { try RowValue(encoded: [0x0D, 30 + 31]) }
    }

    @Test func `values that Codable would take apart are stored as one value`() throws {
        #expect(try RowEncoder().encode(UUID()).count == 17)
        #expect(try RowEncoder().encode(Data(count: 10)).count == 12)
        #expect(try RowEncoder().encode([UInt8](repeating: 200, count: 10)).count == 12)
        #expect(try RowEncoder().encode(Decimal(string: "-12.5")).count == 7)
    }
}
