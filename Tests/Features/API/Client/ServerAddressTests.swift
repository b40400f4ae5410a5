import DomainKit
import FeatureAPI
import Testing

@Suite struct ServerAddressTests {
    @Test(arguments: [
        ("https://nacre.example.com", "https://nacre.example.com"),
        ("HTTPS://Nacre.Example.com:8443/", "https://nacre.example.com:8443"),
        ("https://example.com/nacre//", "https://example.com/nacre"),
        ("http://127.0.0.1:8080", "http://127.0.0.1:8080"),
        ("http://localhost", "http://localhost"), ("http://[::1]:8080/", "http://[::1]:8080"),
    ])
    func `equal addresses have one text`(text: String, expected: String) throws {
        #expect(try ServerAddress(text).text == expected)
    }

    @Test(arguments: [
        "", "nacre.example.com", "ftp://example.com", "https://", "https://user:password@example.com",
        "https://example.com?a=b", "https://example.com#a", "http://example.com", "http://127.0.0.1.example.com",
        "https://example.com:0", "https://example.com:65536", "http://127.0.0.1:99999999999999999999",
    ])
    func `another address, or plain HTTP to another machine, is refused`(text: String) {
        let error = #expect(throws: ValidationError.self) { try ServerAddress(text) }
        #expect(error?.failures.map(\.field) == ["server"])
    }

    @Test func `plain HTTP is possible where it is allowed`() throws {
        #expect(try ServerAddress("http://example.com", allowsPlaintext: true).text == "http://example.com")
    }
}
