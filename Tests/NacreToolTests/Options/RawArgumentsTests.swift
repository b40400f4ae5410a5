import Foundation
import Testing

@testable import NacreTool

@Suite("Arguments as bytes")
struct RawArgumentsTests {
    @Test("any UTF-8 text is accepted", arguments: ["", "a", "caf\u{E9}", "\u{1F41A}", "\u{0}"])
    func text(argument: String) {
        #expect(RawArguments.fault(in: [Array("append".utf8), Array(argument.utf8)]) == nil)
    }

    @Test(
        "an argument that is not UTF-8 is refused with its number and its bytes",
        arguments: [
            ([0x61, 0xFC], #""a\xfc""#), ([0xC3], #""\xc3""#), ([0xED, 0xA0, 0x80], #""\xed\xa0\x80""#),
            ([0x22, 0x5C, 0x07, 0xFF], #""\"\\\x07\xff""#),
        ] as [([UInt8], String)])
    func bytes(argument: [UInt8], shown: String) throws {
        let fault = try #require(RawArguments.fault(in: [Array("append".utf8), argument]))
        #expect(fault.hasPrefix("argument 2, \(shown), is not UTF-8"))
    }
}
