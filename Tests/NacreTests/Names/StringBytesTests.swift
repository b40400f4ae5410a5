import Nacre
import Testing

@Suite struct StringBytesTests {
    private let names = [
        "", "a", "b", "load-00000001", "load-00000002", "load-0000000", "caf\u{E9}", "cafe\u{301}", "a\u{300}\u{323}",
        "a\u{323}\u{300}", String(repeating: "x", count: 15), String(repeating: "x", count: 16),
        String(repeating: "x", count: 254) + "y", String(repeating: "x", count: 255),
    ]

    @Test func `texts are equal exactly if their bytes are, unlike Swift strings`() {
        for left in names {
            #expect(left.hasSameBytes(as: left))
            for right in names {
                // New copies, so that long texts do not share their storage.
                let copy = String(decoding: Array(right.utf8), as: UTF8.self)
                #expect(left.hasSameBytes(as: copy) == (Array(left.utf8) == Array(right.utf8)))
            }
        }
    }
}
