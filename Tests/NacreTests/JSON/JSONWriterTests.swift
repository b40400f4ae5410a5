import Foundation
import TestRandomness
import Testing

@testable import Nacre

@Suite("Writing JSON")
struct JSONWriterTests {
    private func json(_ text: String) -> String {
        var writer = JSONWriter()
        writer.string(text)
        return String(decoding: writer.bytes, as: UTF8.self)
    }

    @Test("objects and arrays get their commas and colons")
    func structure() {
        var writer = JSONWriter()
        writer.beginObject()
        writer.key("a")
        writer.beginArray()
        writer.integer(-1)
        writer.beginObject()
        writer.endObject()
        writer.beginArray()
        writer.endArray()
        writer.null()
        writer.endArray()
        writer.key("b")
        writer.bool(true)
        writer.key("c")
        writer.raw(Array("{\"x\": 1}".utf8))
        writer.key("d")
        writer.bool(false)
        writer.endObject()
        #expect(
            String(decoding: writer.bytes, as: UTF8.self)
                == #"{"a":[-1,{},[],null],"b":true,"c":{"x": 1},"d":false}"#)
    }

    @Test("bytes passed to a writer at its creation are kept")
    func appending() {
        var writer = JSONWriter(appendingTo: Array("x\n".utf8))
        writer.string("y")
        #expect(String(decoding: writer.bytes, as: UTF8.self) == "x\n\"y\"")
    }

    @Test("only characters that need it are escaped, in the shortest form")
    func escaping() {
        #expect(
            json("\"\\/\u{8}\t\n\u{C}\r\u{0}\u{B}\u{1F}\u{7F}é日🦪\u{2028}")
                == #""\"\\/\b\t\n\f\r\u0000\u000b\u001f"# + "\u{7F}é日🦪\u{2028}\"")
    }

    @Test("keys are escaped like strings")
    func keys() {
        var writer = JSONWriter()
        writer.beginObject()
        writer.key("a\"b")
        writer.integer(UInt64.max)
        writer.endObject()
        #expect(String(decoding: writer.bytes, as: UTF8.self) == #"{"a\"b":18446744073709551615}"#)
    }

    @Test(
        "any text survives a round trip byte for byte, and Foundation reads the same", arguments: 0..<4 as Range<UInt64>
    )
    func roundTrip(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        for _ in 0..<500 {
            var text = ""
            for _ in 0..<random.below(20) { text.unicodeScalars.append(scalar(&random)) }
            var writer = JSONWriter()
            writer.string(text)
            var reader = JSONReader(writer.bytes.span)
            #expect(try Array(reader.readString().utf8) == Array(text.utf8))
            let oracle = try JSONSerialization.jsonObject(with: Data(writer.bytes), options: .fragmentsAllowed)
            #expect((oracle as? String).map { Array($0.utf8) } == Array(text.utf8))
        }
    }

    private func scalar(_ random: inout SeededGenerator) -> Unicode.Scalar {
        let ranges: [ClosedRange<UInt32>] = [0...0x2F, 0x5C...0x5C, 0x20...0x24F, 0x300...0x30F, 0xE000...0x1_0FFF]
        return Unicode.Scalar(UInt32.random(in: ranges[random.below(ranges.count)], using: &random)) ?? "\u{FFFD}"
    }
}
