import Nacre
import Testing

@testable import NacreTool

@Suite("Beginnings of ids")
struct IDPrefixTests {
    private let id = EventID(high: 0x0123_ABCD_4567_89EF, low: 0x8123_4567_89AB_CDEF)

    @Test("an id begins with each of its beginnings, in either case and with or without hyphens")
    func beginnings() throws {
        let digits = id.description.filter { $0 != "-" }
        for count in 1...32 {
            let prefix = try #require(IDPrefix(String(digits.prefix(count))))
            #expect(prefix.matches(id))
            #expect((prefix.whole != nil) == (count == 32))
        }
        #expect(try #require(IDPrefix("0123ABCD-45")).matches(id))
        for count in 1...36 where count != 9 {
            #expect(try #require(IDPrefix(String(id.description.prefix(count)))).matches(id))
        }
        #expect(IDPrefix(id.description)?.whole == id)
    }

    @Test("another beginning does not match, whichever digit differs")
    func others() throws {
        let digits = Array(id.description.filter { $0 != "-" })
        for place in digits.indices {
            var other = digits
            other[place] = other[place] == "0" ? "1" : "0"
            for count in place + 1...32 {
                #expect(try !#require(IDPrefix(String(other.prefix(count)))).matches(id))
            }
        }
    }

    @Test(
        "anything else is no beginning of an id",
        arguments: [
            "", "-", "g", "0x1", "é", String(repeating: "0", count: 33), "1-20", "0123abc-d", "0123abcd4-5",
            "0123abcd-456-7", "0123abcd-45678",
        ])
    func refused(text: String) {
        #expect(IDPrefix(text) == nil)
    }
}
