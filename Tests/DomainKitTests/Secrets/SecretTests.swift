import DomainKit
import Testing

@Suite
struct SecretTests {
    @Test
    func `a secret keeps its bytes`() {
        let secret = Secret([1, 2, 3])
        #expect(secret.count == 3)
        #expect(secret.withBytes { bytes in bytes.indices.map { bytes[$0] } } == [1, 2, 3])
        #expect(Secret([]).withBytes { $0.isEmpty })
    }

    @Test
    func `random secrets have the requested length, and differ`() {
        let secrets = (0..<100).map { _ in
            Secret(random: 32).withBytes { bytes in bytes.indices.map { bytes[$0] } }
        }
        #expect(secrets.allSatisfy { $0.count == 32 })
        #expect(Set(secrets).count == 100)
    }

    @Test
    func `an error of the closure is passed on`() {
        struct Refused: Error {}
        #expect(throws: Refused.self) {
            try Secret([1]).withBytes { (_) throws(Refused) in throw Refused() }
        }
    }

    @Test
    func `neither a secret nor what contains it shows the bytes`() {
        struct Holder { let secret = Secret("planted".utf8) }
        struct Name: Undisclosed { let text = "planted" }
        for value in [Holder(), Holder().secret, Name(), [Name()], Optional(Name()) as Any] as [Any] {
            var dumped = ""
            dump(value, to: &dumped)
            for text in ["\(value)", String(reflecting: value), dumped] {
                #expect(!text.contains("planted") && !text.contains("112"), "\(text)")
            }
        }
        #expect("\(Name())" == "(not disclosed)")
    }
}
