import AuthDomain
import DomainKit
import FeatureTesting
import Testing

@Suite
struct PasswordTests {
    private func failures(_ text: String, email: String = "lovelace.the.first@example.com") -> [ValidationFailure] {
        do throws(ValidationError) {
            _ = try NewPassword(Password(text), for: email)
            return []
        } catch {
            return error.failures
        }
    }

    @Test(arguments: [
        "quiet-oyster", "a b c d e f g", "ÄÖÜäöüßßßßßx", String(repeating: "xy-quiet", count: 16), "🦪 oyster 🦪 shell",
        "lovelace.the.second", "abcdefghijkm", "1234567890124",
    ])
    func `a long password that is not easily guessed is accepted, whatever its characters`(text: String) {
        #expect(failures(text).isEmpty)
    }

    @Test(arguments: [
        "", "quiet-oyste", "🦪🦪🦪🦪🦪x🦪y", String(repeating: "xy-quiet", count: 16) + "x", "PassWord1234",
        "passwordpassword", "aaaaaaaaaaaa", "abababababab", "abcdabcdabcd", "abcdefghijkl", "LKJIHGFEDCBA",
        "123456789012", "321098765432", "lovelace.the.first", "Lovelace.The.First@Example.com",
    ])
    func `a short, long, well-known or personal password is refused, without showing it`(text: String) {
        let failures = failures(text)
        #expect(failures.count == 1)
        #expect(failures.first?.field == "password")
        #expect(failures.first?.value.description == "\"(not disclosed)\"")
        #expect(text.isEmpty || failures.first?.message.contains(text) == false)
    }

    @Test
    func `all failures are reported at once`() {
        #expect(failures("aaaa", email: "AAAA@example.com").count == 3)
    }

    @Test
    func `a missing address refuses no password`() {
        #expect(failures("quiet-oyster", email: "").isEmpty)
    }

    @Test
    func `a password keeps its bytes exactly, and does not show them`() throws {
        let password = Password(" Quiet Öyster\n")
        #expect(password.bytes.copy == Array(" Quiet Öyster\n".utf8))
        let all: [any Undisclosed] = [
            password, try NewPassword(password, for: ""), PasswordHash(password.bytes), password.bytes,
        ]
        for value in all {
            var dumped = ""
            dump(value, to: &dumped)
            for text in ["\(value)", String(reflecting: value), dumped] {
                #expect(!text.contains("uiet"), "\(text)")
            }
        }
    }
}
