import DomainKit
import Foundation
import Testing

@Suite
struct UUIDIdentityTests {
    private struct ID: UUIDIdentity {
        let high: UInt64
        let low: UInt64
    }

    @Test(arguments: 0..<100)
    func `an identity survives its text and its UUID`(_: Int) throws {
        let uuid = UUID()
        let id = ID(uuid)
        #expect(id.uuid == uuid)
        #expect(id.description == uuid.uuidString.lowercased())
        #expect(try ID(parsing: id.description) == id)
        #expect(try ID(parsing: uuid.uuidString) == id)
    }

    @Test
    func `the halves are the bytes in order`() throws {
        let id = try ID(parsing: "00112233-4455-6677-8899-aabbccddeeff")
        #expect(id.high == 0x0011_2233_4455_6677)
        #expect(id.low == 0x8899_AABB_CCDD_EEFF)
    }

    @Test(arguments: [
        "", "00112233445566778899aabbccddeeff", "00112233-4455-6677-8899-aabbccddeef",
        "{00112233-4455-6677-8899-aabbccddeeff}", " 0112233-4455-6677-8899-aabbccddeeff",
        "00112233-4455-6677-8899-aabbccddeefg", "00112233-4455-6677-8899-aabbccddeeff ",
    ])
    func `another text is refused for the named field`(text: String) {
        let error = #expect(throws: ValidationError.self) { try ID(parsing: text, field: "account") }
        #expect(error?.failures.map(\.field) == ["account"])
        #expect(throws: ValidationError.self) { try ID(parsing: text) }
    }
}
