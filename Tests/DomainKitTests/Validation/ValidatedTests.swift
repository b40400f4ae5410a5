import DomainKit
import Testing

@Suite
struct ValidatedTests {
    private struct Word {
        let text: String

        init(_ text: String, field: String) throws(ValidationError) {
            try Rule.notEmpty.and(.scalars(in: 1...3)).validate(text, field: field)
            self.text = text
        }
    }

    @Test
    func `valid values are returned in order`() throws {
        let (first, number, last) = try validated(
            { () throws(ValidationError) in try Word("one", field: "first") }, { 2 },
            { () throws(ValidationError) in try Word("two", field: "last") })
        #expect((first.text, number, last.text) == ("one", 2, "two"))
    }

    @Test
    func `all failures of all fields are reported at once, in order`() {
        let error = #expect(throws: ValidationError.self) {
            try validated(
                { () throws(ValidationError) in try Word("", field: "first") },
                { () throws(ValidationError) in try Word("two", field: "middle") },
                { () throws(ValidationError) in try Word("three", field: "last") })
        }
        #expect(error?.failures.map(\.field) == ["first", "first", "last"])
        #expect(error?.message.contains("; last \"three\" has 5") == true)
    }

    @Test
    func `without failures there is no error`() {
        #expect(ValidationError([]) == nil)
    }
}
