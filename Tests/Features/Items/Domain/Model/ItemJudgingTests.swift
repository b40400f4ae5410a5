import DomainKit
import FeatureTesting
import ItemsDomain
import Testing

@Suite
struct ItemJudgingTests {
    private static let names = ["one", "caf\u{E9}", "cafe\u{301}"]
    private static let owner = ItemOwner(high: 1, low: 2)

    private static let events: [ItemEvent] =
        names.flatMap { [.created(name: $0), .created(name: $0, owner: owner), .renamed(name: $0)] }
        + [.completed, .reopened, .deleted, .restored]

    private static func audit() throws -> JudgementAudit<ItemDecider> {
        let named = try names.flatMap { text -> [ItemCommand] in
            let name = try ItemName(text)
            return [.create(name: name, owner: nil), .create(name: name, owner: owner), .rename(to: name)]
        }
        return JudgementAudit(ItemDecider.self, commands: named + [.complete, .reopen, .delete, .restore])
    }

    @Test
    func `exactly the events that a command decides are allowed, in every state`() throws {
        let audit = try Self.audit()
        var allowed = 0
        for first in Self.events {
            for second in Self.events {
                for third in Self.events {
                    let state = ItemDecider.replay([first, second, third])
                    allowed += audit.expectAgreement(on: Self.events, in: state)
                }
            }
        }
        #expect(audit.expectAgreement(on: Self.events, in: .none) == 6)
        #expect(allowed > 1_000)
    }

    @Test
    func `a refusal says why`() {
        #expect(ItemDecider.refusal(of: .renamed(name: "one"), in: .none)?.description == "the item was never created")
        #expect(
            ItemDecider.refusal(of: .completed, in: .deleted(name: "one", isCompleted: false))?.description
                == "the item was deleted")
    }

    @Test
    func `what is left of an erased item is not refused`() {
        for event in Self.events { #expect(ItemDecider.allows(event, in: .erased)) }
        #expect(ItemDecider.allows(.erased, in: .present(name: "one", isCompleted: false)))
    }
}
