import Testing

@testable import NacreTesting

@Suite struct LineDifferenceTests {
    private func numbers(_ range: ClosedRange<Int>) -> [String] { range.map(String.init) }

    @Test func `equal texts have no difference`() {
        #expect(LineDifference(from: ["a", "b"], to: ["a", "b"]).isEmpty)
        #expect(LineDifference(from: [], to: []).isEmpty)
    }

    @Test func `removed and added lines are shown in their places`() {
        let difference = LineDifference(from: ["a", "b", "c"], to: ["a", "x", "c", "d"])
        #expect(difference.text == "  a\n- b\n+ x\n  c\n+ d")
    }

    @Test func `a text differs from an empty one`() {
        #expect(LineDifference(from: ["a"], to: []).text == "- a")
        #expect(LineDifference(from: [], to: ["a"]).text == "+ a")
    }

    @Test func `lines far from all differences are left out`() {
        let difference = LineDifference(from: numbers(1...30), to: numbers(1...9) + ["x"] + numbers(11...29))
        #expect(
            difference.text == """
                  …
                  7
                  8
                  9
                - 10
                + x
                  11
                  12
                  13
                  …
                  27
                  28
                  29
                - 30
                """)
    }

    @Test func `two spellings of one character differ`() {
        #expect(!LineDifference(from: ["caf\u{E9}"], to: ["cafe\u{301}"]).isEmpty)
    }

    @Test func `only a part of very long texts is compared, and the report says so`() {
        let difference = LineDifference(from: numbers(1...3_000), to: numbers(3_001...6_000))
        #expect(difference.text.hasSuffix("… 2000 more lines, which were not compared"))
        let late = LineDifference(from: numbers(1...3_000), to: numbers(1...2_999))
        #expect(late.text.hasSuffix("- 3000"))
    }
}
