import AuthDomain
import AuthInfrastructure
import DomainKit
import Foundation
import Nacre
import NacreTesting
import Testing

@Suite
struct AccountEventCodecTests {
    private static let claim = EmailClaim("5d41402abc4b2a76b9719d911017c592")
    private static let (first, second) = (credential(1), credential(2))
    private static let reset = ResetID(high: 0x4000, low: 1 << 63 | 3)

    private static func credential(_ number: UInt64) -> CredentialID {
        CredentialID(high: 0x4000, low: 1 << 63 | number)
    }

    private static let samples: [AccountEvent] = [
        .registered(claim: claim, credential: first), .registrationRepeated, .confirmationRequested, .emailConfirmed,
        .passwordChanged(credential: second), .passwordResetRequested(reset: reset),
        .passwordReset(reset: reset, credential: credential(4)), .roleGranted(role: "operator"),
        .deleted(claim: claim),
    ]

    private let codec = AccountEvent.codec

    @Test(arguments: [
        (
            AccountEvent.registered(claim: claim, credential: first), "AccountRegistered",
            #"{"claim":"5d41402abc4b2a76b9719d911017c592","credential":"00000000-0000-4000-8000-000000000001"}"#,
            ["email:5d41402abc4b2a76b9719d911017c592"]
        ),
        (.registrationRepeated, "RegistrationRepeated", "{}", []),
        (.confirmationRequested, "ConfirmationRequested", "{}", []), (.emailConfirmed, "EmailConfirmed", "{}", []),
        (
            .passwordChanged(credential: second), "PasswordChanged",
            #"{"credential":"00000000-0000-4000-8000-000000000002"}"#, []
        ),
        (
            .passwordResetRequested(reset: reset), "PasswordResetRequested",
            #"{"reset":"00000000-0000-4000-8000-000000000003"}"#, []
        ),
        (
            .passwordReset(reset: reset, credential: first), "PasswordReset",
            #"{"reset":"00000000-0000-4000-8000-000000000003","credential":"00000000-0000-4000-8000-000000000001"}"#, []
        ),
        (.roleGranted(role: "operator"), "RoleGranted", #"{"role":"operator"}"#, []),
        (
            .deleted(claim: claim), "AccountDeleted", #"{"claim":"5d41402abc4b2a76b9719d911017c592"}"#,
            ["email:5d41402abc4b2a76b9719d911017c592"]
        ),
    ])
    func `an event has these bytes and tags, and survives a round trip`(
        event: AccountEvent, type: String, json: String, tags: [String]
    ) throws {
        let data = try codec.encode(event)
        #expect(data.type.text == type)
        #expect(String(decoding: data.data, as: UTF8.self) == json)
        #expect(data.tags.map(\.text) == tags)
        #expect(try codec.decode(.recorded(data, in: "account-1")) == event)
    }

    @Test
    func `renaming in Swift does not change stored events`() throws {
        try EventLayoutConformance.check(codec, named: "AccountEvent", samples: Self.samples)
    }

    @Test
    func `every event type is encoded and decoded`() throws {
        try EventCodecConformance.check(codec, samples: Self.samples)
    }

    @Test
    func `events of schema 1 stay readable`() throws {
        let file = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "Golden/accounts-schema-1.ndjson")
        let lines = Array(try Data(contentsOf: file))
        #expect(try EventCodecConformance.read(ndjson: lines, by: codec) == Self.samples)
        try EventCodecConformance.check(ndjson: lines, decodedBy: [codec])
    }

    @Test(arguments: [
        ("AccountRegistered", #"{"claim":"c1"}"#, "\"credential\""),
        ("AccountRegistered", #"{"credential":"00000000-0000-4000-8000-000000000001"}"#, "\"claim\""),
        ("PasswordChanged", #"{"credential":"7"}"#, "\"credential\""),
        ("PasswordReset", #"{"reset":7,"credential":"00000000-0000-4000-8000-000000000001"}"#, "\"reset\""),
        ("AccountDeleted", "[]", "expected an object"),
    ])
    func `data that does not fit its type is rejected with the reason`(
        type: String, json: String, reason: String
    ) throws {
        let data = EventData(type: EventType(type), data: Array(json.utf8))
        let error = try #require(throws: EventDecodingError.self) {
            try codec.decode(.recorded(data, in: "account-1"))
        }
        #expect(error.message.contains("position 7"))
        #expect(error.message.contains(reason), "\(error.message)")
    }
}
