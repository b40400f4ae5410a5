import Testing

@testable import NacreLoad
@testable import NacreVerification

@Suite struct PageAuditTests {
    private func change(_ number: Int, of item: Int = 0, account: Int = 0) -> PageChanger.Made {
        PageChanger.Made(PageChange(account: account, item: item, number: number), due: 0, answered: 0)
    }

    /// A page that has shown names, each by an event.
    private func page(_ names: String..., account: Int = 0) -> PageAudit.Page {
        let shown = ShownChanges()
        for name in names { shown.receive("event: update\ndata: {\"html\":\"<b>\(name)</b>\"}\n\n".utf8) }
        return PageAudit.Page(account: account, shown: shown)
    }

    private func name(_ number: Int, of item: Int = 0) -> String {
        PageChange(account: 0, item: item, number: number).name(bytes: 30)
    }

    private func broken(_ made: [PageChanger.Made], _ pages: PageAudit.Page..., failures: [String] = []) -> [String] {
        let audit = PageAudit(of: pages)
        let report = audit.report(of: made, audit.delays(of: made), failures: failures)
        return report.checks.filter { !$0.passed }.map(\.name)
    }

    @Test func `a text shows the changes whose names are in it`() {
        let shown = PageChange.shown(in: "<i>\(name(17, of: 3))</i> item-4 i-c i5-c i6-c7 \(name(1, of: 21))i2")
        #expect(shown.map { $0.item } == [3, 21])
        #expect(shown.map { $0.number } == [17, 1])
    }

    @Test func `an event that comes in pieces counts once it is complete`() throws {
        let shown = ShownChanges()
        let text = Array("event: update\ndata: \(name(2))\n\n".utf8)
        shown.receive(text.dropLast())
        #expect(shown.moment(of: change(2).change) == nil)
        shown.receive(text.suffix(1))
        #expect(shown.moment(of: change(2).change) != nil)
        #expect(shown.events == 1)
        #expect(shown.bytes == text.count)
    }

    @Test func `a later change of the same item shows an earlier one`() {
        let (page, other) = (page(name(1), name(3)), page(name(3)))
        #expect(broken([change(1), change(2), change(3)], page, other) == [])
        let delays = PageAudit(of: [page, other]).delays(of: [change(1), change(2), change(3)])
        #expect(delays.fromAnswer.count == 6)
    }

    @Test func `a change that a page of its account does not show is found`() {
        let check = ["every page of its account shows each change, or a later one of the item"]
        #expect(broken([change(1), change(2)], page(name(2)), page(name(1))) == check)
        #expect(broken([change(2)], page(name(2, of: 1))) == check)
    }

    @Test func `pages of other accounts need not show a change, and must not`() {
        #expect(broken([change(1)], page(name(1)), page(account: 1)) == [])
        #expect(
            broken([change(1)], page(name(1)), page(name(1), account: 1)) == [
                "no page shows a change of another account"
            ])
    }

    @Test func `a refused change, a stream that ends and a load without changes are found`() {
        #expect(broken([change(1)], page(name(1)), failures: ["status 500"]) == ["every change was accepted"])
        let ended = page(name(1))
        ended.shown.end("closed")
        #expect(broken([change(1)], ended) == ["every event stream stays open"])
        #expect(broken([], page(name(1))) == ["something was changed"])
    }
}
