import DomainKit
import NacreTesting
import NotesDomain
import Testing

@Suite struct NoteDeciderTests {
    private let written = NoteEvent.written(text: "Buy milk")

    @Test func `a note is written once`() throws {
        try NoteDecider.given().when(.write(NoteText(" Buy milk\n"))).then(written)
        try NoteDecider.given(written).when(.write(NoteText("Buy tea"))).thenFails(\.code, is: .alreadyWritten)
        try NoteDecider.given(written, .struck).when(.write(NoteText("Buy tea"))).thenFails(\.code, is: .alreadyWritten)
    }

    @Test func `a written note can be struck out, and stays struck out`() throws {
        try NoteDecider.given().when(.strike).thenFails(\.code, is: .notFound)
        try NoteDecider.given(written).when(.strike).then(.struck).when(.strike).thenNothing()
    }

    @Test func `events that could not have been decided change nothing`() throws {
        try NoteDecider.given(.struck).thenState(is: .none)
        try NoteDecider.given(written, .struck, written).thenState(is: .struck)
    }

    @Test(arguments: ["", " ", "a\nb"])
    func `a text that breaks a rule is refused`(text: String) {
        #expect(throws: ValidationError.self) { try NoteText(text) }
    }
}
