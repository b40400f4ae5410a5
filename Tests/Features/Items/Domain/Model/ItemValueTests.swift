import DomainKit
import ItemsDomain
import Testing

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

@Suite
struct ItemValueTests {
    @Test
    func `an identity is formatted in lower case and parsed in either case`() throws {
        let text = "4a07d6c8-0f5e-4e0c-9b1a-2f7c1d3e5a6b"
        #expect(try ItemID(parsing: text).description == text)
        #expect(try ItemID(parsing: text.uppercased()) == ItemID(parsing: text))
        #expect(try ItemID(parsing: text).uuid == UUID(uuidString: text))
    }

    @Test(arguments: [
        "", "42", "4a07d6c8-0f5e-4e0c-9b1a-2f7c1d3e5a6", "4a07d6c8-0f5e-4e0c-9b1a-2f7c1d3e5a6b0",
        "4a07d6c80f5e4e0c9b1a2f7c1d3e5a6b", "{4a07d6c8-0f5e-4e0c-9b1a-2f7c1d3e5a6b}",
        "4a07d6c8-0f5e-4e0c-9b1a-2f7c1d3e5a6g", "4a07d6c8-0f5e-4e0c-9b1a2-f7c1d3e5a6b",
        " 4a07d6c8-0f5e-4e0c-9b1a-2f7c1d3e5a6",
    ])
    func `text that is not a UUID is rejected by value`(text: String) {
        let error = #expect(throws: ValidationError.self) { try ItemID(parsing: text) }
        #expect(error?.failures.map(\.field) == ["id"])
        #expect(error?.message.contains("\"\(text)\"") == true)
    }

    @Test
    func `a name is trimmed`() throws {
        #expect(try ItemName(" \tBuy milk\u{3000}\n").text == "Buy milk")
    }

    @Test(arguments: ["", " ", "\n\t"])
    func `an empty name is rejected`(given: String) {
        #expect(throws: ValidationError.self) { try ItemName(given) }
    }

    @Test
    func `a name has at most 1,000 Unicode scalars, trimmed`() throws {
        let longest = String(repeating: "e\u{301}", count: 500)
        #expect(try ItemName(" \(longest) ").text.unicodeScalars.count == 1000)
        let error = #expect(throws: ValidationError.self) { try ItemName(longest + "x") }
        #expect(error?.message.contains("1001 Unicode scalars, at most 1000") == true)
    }

    @Test(arguments: ["a\nb", "a\u{1B}[2Jb", "a\0b", "a\u{9B}b"])
    func `a name with control characters is rejected`(given: String) {
        #expect(throws: ValidationError.self) { try ItemName(given) }
    }

    @Test
    func `all rules that a name violates are reported`() {
        let error = #expect(throws: ValidationError.self) {
            try ItemName(String(repeating: "a", count: 1000) + "\u{7}b")
        }
        #expect(error?.failures.map(\.field) == ["name", "name"])
    }

    @Test
    func `names are compared by bytes`() throws {
        #expect(try ItemName("caf\u{E9}") != ItemName("cafe\u{301}"))
        #expect(try ItemName("caf\u{E9}") == ItemName(" caf\u{E9}"))
        #expect(try Set([ItemName("caf\u{E9}"), ItemName("cafe\u{301}"), ItemName("caf\u{E9}")]).count == 2)
    }

    @Test(arguments: [ItemError.Code.notFound, .alreadyExists, .deleted, .notShown])
    func `an item error names the item and the remedy`(code: ItemError.Code) throws {
        let id = ItemID(UUID())
        let message = ItemError(code: code, id: id).message
        #expect(message.hasPrefix("item \(id) "))
        #expect(message.contains(": "))
    }
}
