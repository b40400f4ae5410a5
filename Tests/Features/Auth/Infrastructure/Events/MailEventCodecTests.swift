import AuthDomain
import AuthInfrastructure
import Foundation
import Nacre
import NacreTesting
import Testing

@Suite
struct MailEventCodecTests {
    private static let account = AccountID(high: 0x4a07_d6c8_0f5e_4e0c, low: 0x9b1a_2f7c_1d3e_5a6b)
    private static let reset = ResetID(high: 0x4000, low: 1 << 63 | 3)

    private static let samples: [MailEvent] = [
        .confirmationRequested(account: account), .sent, .noticeRequested(account: account),
        .abandoned(reason: "refused"), .resetRequested(account: account, reset: reset),
    ]

    private let codec = MailEvent.codec

    @Test
    func `events of schema 1 stay readable`() throws {
        let file = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "Golden/mails-schema-1.ndjson")
        let lines = Array(try Data(contentsOf: file))
        #expect(try EventCodecConformance.read(ndjson: lines, by: codec) == Self.samples)
        try EventCodecConformance.check(ndjson: lines, decodedBy: [codec])
    }

    @Test
    func `renaming in Swift does not change stored events`() throws {
        try EventLayoutConformance.check(codec, named: "MailEvent", samples: Self.samples)
    }

    @Test
    func `every event type is encoded and decoded`() throws {
        try EventCodecConformance.check(codec, samples: Self.samples)
    }
}
