import DomainKit
import ProfileDomain
import Testing

@Suite
struct ProfileValueTests {
    @Test(arguments: ["a", "Ada Lovelace", "auth0|5f7c", "\u{1F41A}", String(repeating: "x", count: 200)])
    func `a user id is kept unchanged`(text: String) throws {
        #expect(try UserID(text).text == text)
    }

    @Test(arguments: ["", " ada", "ada\n", "a\0b", String(repeating: "x", count: 201)])
    func `a user id that violates a rule is rejected`(text: String) {
        let error = #expect(throws: ValidationError.self) { try UserID(text) }
        #expect(error?.failures.first?.field == "user")
    }

    @Test
    func `user ids are counted and compared in bytes`() throws {
        #expect(throws: ValidationError.self) { try UserID(String(repeating: "\u{E9}", count: 101)) }
        #expect(try UserID("caf\u{E9}") != UserID("cafe\u{301}"))
        #expect(try Set([UserID("caf\u{E9}"), UserID("cafe\u{301}"), UserID("caf\u{E9}")]).count == 2)
    }

    @Test(arguments: ["ab", "Ada_L-1.0", String(repeating: "z", count: 30), "..", "00"])
    func `a screen name is kept unchanged`(text: String) throws {
        #expect(try ScreenName(text).text == text)
    }

    @Test(arguments: ["", "a", String(repeating: "z", count: 31), "a b", " ada", "ad\u{E1}", "a@b", "a\nb", "аda"])
    func `a screen name that violates a rule is rejected`(text: String) {
        let error = #expect(throws: ValidationError.self) { try ScreenName(text) }
        #expect(error?.failures.first?.field == "screenName")
    }

    @Test
    func `a screen name is compared in lower case and shown as given`() throws {
        let name = try ScreenName("Ada-L.99_X")
        #expect(name.lowercased == "ada-l.99_x")
        #expect(name.text == "Ada-L.99_X")
        #expect(try ScreenName("ADA") != ScreenName("ada"))
    }

    @Test(arguments: [ProfileError.Code.notFound, .alreadyComplete, .notShown])
    func `a profile error names the user, escaped, and the remedy`(code: ProfileError.Code) throws {
        let message = ProfileError(code: code, user: try UserID("a\u{202E}b")).message
        #expect(message.hasPrefix(#"the profile of user "a\u{202E}b" was "#))
        #expect(message.contains(": "))
    }
}
