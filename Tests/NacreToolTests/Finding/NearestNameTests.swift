import Testing

@testable import NacreTool

@Suite("Near names")
struct NearestNameTests {
    private func note(_ wanted: String, among names: [String]) -> String {
        var nearest = NearestName(to: wanted)
        for name in names { nearest.consider(name) }
        return nearest.note(kind: "type")
    }

    @Test("the nearest name is offered")
    func nearest() {
        let names = ["ItemCreated", "ItemRenamed", "ItemDeleted"]
        #expect(
            note("ItemRenammed", among: names) == #"no event has the type "ItemRenammed"; did you mean "ItemRenamed"?"#)
        #expect(note("itemcreated", among: names).hasSuffix(#"did you mean "ItemCreated"?"#))
        #expect(note("ItemDeletde", among: names).hasSuffix(#"did you mean "ItemDeleted"?"#))
    }

    @Test("a name that is not near is not offered", arguments: [["OrderPlaced"], [], ["X"]])
    func far(names: [String]) {
        #expect(note("ItemRenamed", among: names) == #"no event has the type "ItemRenamed""#)
    }

    @Test(
        "the distance counts insertions, deletions, replacements and exchanges",
        arguments: [
            ("", "", 0), ("", "abc", 3), ("abc", "acb", 1), ("abc", "abd", 1), ("kitten", "sitting", 3),
            ("ca", "abc", 3),
        ])
    func distance(left: String, right: String, expected: Int) {
        let (left, right) = (Array(left.unicodeScalars), Array(right.unicodeScalars))
        #expect(NearestName.distance(left, right, upTo: 10) == expected)
        #expect(NearestName.distance(right, left, upTo: expected) == expected)
        #expect(NearestName.distance(left, right, upTo: expected - 1) == nil)
    }
}
