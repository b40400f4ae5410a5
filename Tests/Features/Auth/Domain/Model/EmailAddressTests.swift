import AuthDomain
import DomainKit
import Testing

@Suite
struct EmailAddressTests {
    @Test(arguments: [
        ("ada@example.com", "ada@example.com"), ("  Ada.L@Example.COM\n", "ada.l@example.com"),
        ("a+b_c-d!#$%&'*/=?^`{|}~@sub.example-1.org", "a+b_c-d!#$%&'*/=?^`{|}~@sub.example-1.org"), ("a@b.c", "a@b.c"),
        (String(repeating: "a", count: 64) + "@example.com", String(repeating: "a", count: 64) + "@example.com"),
    ])
    func `a valid address is brought into its canonical form`(given: String, canonical: String) throws {
        #expect(try EmailAddress(given).text == canonical)
        #expect(try EmailAddress(given) == EmailAddress(canonical))
    }

    @Test(arguments: [
        "", "grace", "@example.com", "ada@", "ada@example", "ada@@example.com", "ada@b@example.com", "a da@example.com",
        ".ada@example.com", "ada.@example.com", "a..b@example.com", "\"ada\"@example.com", "ada@-example.com",
        "ada@example-.com", "ada@exam ple.com", "ada@.com", "ada@example..com", "ada@example.com.", "åda@example.com",
        "ada@exämple.com", "ada@[127.0.0.1]", "ada@\u{212A}elvin.com", "ada\u{0}@example.com",
        String(repeating: "a", count: 65) + "@example.com", "ada@" + String(repeating: "a", count: 64) + ".com",
        "ada@" + String(repeating: "abcdefg.", count: 31) + "com",
    ])
    func `an invalid address is refused for the field email, without showing it`(given: String) {
        let error = #expect(throws: ValidationError.self) { try EmailAddress(given) }
        for failure in error?.failures ?? [] {
            #expect(failure.field == "email")
            #expect(failure.value.description == "\"(not disclosed)\"")
            #expect(given.isEmpty || !failure.message.contains(given))
        }
    }

    @Test
    func `all failures are reported at once`() {
        let error = #expect(throws: ValidationError.self) {
            try EmailAddress(".a@" + String(repeating: "é", count: 300))
        }
        #expect(error?.failures.count == 3)
    }

    @Test
    func `an address is not shown, nor are inputs and mails that hold one`() throws {
        let address = try EmailAddress("ada@example.com")
        let (email, password) = (address.text, Password("quiet-oyster-42"))
        let values: [any Undisclosed] = [
            address, NewAccount(email: email, password: password), Credentials(email: email, password: password),
            RoleGrant(email: email, role: .operator),
            MailMessage(id: "1", recipient: address, subject: "To ada", text: "ada@example.com"),
        ]
        for value in values {
            var dumped = ""
            dump(value, to: &dumped)
            for text in ["\(value)", String(reflecting: value), String(describing: [value]), dumped] {
                #expect(!text.contains("ada") && !text.contains("example"), "\(text)")
            }
        }
    }
}
