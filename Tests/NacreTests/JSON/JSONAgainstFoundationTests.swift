import Foundation
import TestRandomness
import Testing

@testable import Nacre

/// The reader's values of documents, compared with Foundation's.
///
/// The known differences: Foundation takes a zero byte near the beginning for UTF-16 or UTF-32; of repeated keys it
/// keeps one, where the reader returns all. `JSONSerialization` is off by the last bit of some numbers. `JSONDecoder`
/// does not check numbers and texts that are not requested, rejects numbers that are nearly zero, takes `2.0` for an
/// integer, and keeps one of two fields with the same name, where an event's fields are rejected.
@Suite("JSON compared with Foundation")
struct JSONAgainstFoundationTests {
    private func read(_ bytes: [UInt8]) -> JSONTree? { try? JSONTree(reading: bytes) }

    private func foundation(_ bytes: [UInt8]) -> Any? {
        try? JSONSerialization.jsonObject(with: Data(bytes), options: .fragmentsAllowed)
    }

    @Test("valid documents have the same values", arguments: 0..<4 as Range<UInt64>)
    func valid(seed: UInt64) throws {
        var generator = JSONGenerator(seed: 2000 + seed)
        for _ in 0..<500 {
            let document = generator.document()
            let tree = try #require(read(document))
            let other = try #require(foundation(document))
            #expect(tree.isEqual(to: other), "\(String(decoding: document, as: UTF8.self)), \(tree), \(other)")
        }
    }

    @Test(
        "of corrupted documents the same ones are rejected, and the others have the same values",
        arguments: 0..<4 as Range<UInt64>)
    func spoiled(seed: UInt64) {
        var generator = JSONGenerator(seed: 3000 + seed)
        var (accepted, refused) = (0, 0)
        for _ in 0..<2000 {
            let document = generator.spoiled(generator.document())
            guard !document.prefix(4).contains(0) else { continue }
            let shown = "\(String(decoding: document, as: UTF8.self)), \(document)"
            switch (read(document), foundation(document)) {
            case (nil, nil): refused += 1
            case (let tree?, let other?):
                accepted += 1
                #expect(tree.isEqual(to: other), "\(shown), \(tree), \(other)")
            case (let tree, _):
                Issue.record("\(tree == nil ? "only Foundation" : "only the reader") accepts \(shown)")
            }
        }
        #expect(accepted > 100)
        #expect(refused > 100)
    }

    @Test("nesting is limited to the same depth", arguments: ["[", "{\"a\":"])
    func nesting(_ opening: String) {
        for depth in [1, 511, 512, 513, 600] {
            let closing = String(repeating: opening == "[" ? "]" : "}", count: depth)
            let inner = opening == "[" ? "" : "1"
            let document = Array((String(repeating: opening, count: depth) + inner + closing).utf8)
            #expect((read(document) != nil) == (depth <= 512))
            #expect((foundation(document) != nil) == (depth <= 512))
        }
    }

    @Test(
        "numbers at the limits are the same",
        arguments: [
            "0", "-0", "0.1", "-0.0", "1e23", "5e-324", "2.2250738585072011e-308", "1.7976931348623157e308",
            "123456789012345678901234567890", "9007199254740993", "0.30000000000000004", "1E+2", "9223372036854775807",
        ])
    func numbers(_ text: String) throws {
        let bytes = Array(text.utf8)
        var reader = JSONReader(bytes.span)
        let number = try reader.readDouble()
        #expect(try JSONDecoder().decode(Double.self, from: Data(bytes)) == number)
        #expect(number == Double(text))
    }

    @Test("a number nearer to zero than any 64-bit one is zero", arguments: ["1e-400", "-1e-99999"])
    func underflow(_ text: String) throws {
        let bytes = Array(text.utf8)
        var reader = JSONReader(bytes.span)
        #expect(try reader.readDouble() == 0)
    }

    @Test("numbers too large for 64 bits have no value", arguments: ["1e309", "-1e400", "1e99999"])
    func outOfRange(_ text: String) {
        let bytes = Array(text.utf8)
        let error = #expect(throws: JSONError.self) {
            var reader = JSONReader(bytes.span)
            _ = try reader.readDouble()
        }
        #expect(error?.code == .outOfRange)
    }

    @Test("numbers survive a round trip", arguments: 0..<4 as Range<UInt64>)
    func numbersWritten(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        for _ in 0..<1000 {
            let number = Double(bitPattern: random.next())
            guard number.isFinite else { continue }
            var writer = JSONWriter()
            try writer.number(number)
            var reader = JSONReader(writer.bytes.span)
            #expect(try reader.readDouble() == number)
            #expect(try JSONDecoder().decode(Double.self, from: Data(writer.bytes)) == number)
        }
    }

    @Test("a value's first byte gives its kind without reading it")
    func kinds() throws {
        let bytes = Array(#"["a",-1,1,true,false,null,{},[]]"#.utf8)
        var reader = JSONReader(bytes.span)
        var kinds: [JSONKind] = []
        try reader.beginArray()
        while try reader.nextElement() { kinds.append(try reader.nextKind()) }
        try reader.end()
        #expect(kinds == [.string, .number, .number, .bool, .bool, .null, .object, .array])
        #expect(throws: JSONError.self) {
            var reader = JSONReader(Array("x".utf8).span)
            _ = try reader.nextKind()
        }
    }
}
