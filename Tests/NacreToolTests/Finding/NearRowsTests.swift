import Testing

@testable import NacreTool

@Suite("Near rows")
struct NearRowsTests {
    private func question(_ wanted: String, among names: [String]) -> String {
        var near = NearRows(to: wanted)
        for name in names { near.consider(name) }
        return near.question
    }

    @Test("names that begin so are offered, at most three, and before one of about the same letters")
    func beginnings() {
        #expect(question("ab", among: ["abc", "b", "ABD"]) == #"; did you mean "abc", "ABD"?"#)
        #expect(question("abc", among: ["abd", "abcdefgh"]) == #"; did you mean "abcdefgh"?"#)
        #expect(
            question("a", among: ["a1", "a2", "a3", "a4", "a5"])
                == #"; did you mean "a1", "a2", "a3", or another that begins so?"#)
    }

    @Test("else the nearest name is offered")
    func nearest() {
        #expect(question("spoons", among: ["spoon", "fork", "spools"]) == #"; did you mean "spoon"?"#)
    }

    @Test("a name that is not near is not offered, nor the name itself", arguments: ["", "fork", "spoon"])
    func far(name: String) {
        #expect(question("spoon", among: [name]).isEmpty)
        #expect(question("", among: [name]).isEmpty)
    }
}
