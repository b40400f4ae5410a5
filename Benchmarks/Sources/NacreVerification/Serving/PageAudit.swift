package import NacreLoad

/// The audit of open pages: what their event streams have shown, against the changes that were answered.
package struct PageAudit: Sendable {
    private let pages: [Page]

    /// What a page has shown.
    package struct Page: Sendable {
        /// The index of the account.
        package var account: Int

        package var shown: ShownChanges

        package init(account: Int, shown: ShownChanges) { (self.account, self.shown) = (account, shown) }
    }

    package init(of pages: [Page]) { self.pages = pages }

    /// The delays of the events, in nanoseconds: each change in each page of its account.
    package struct Delays: Hashable, Sendable {
        /// From the answer to the change; 0 for an event before it.
        package var fromAnswer: [UInt64] = []

        /// From the moment at which the change was due.
        package var fromDue: [UInt64] = []

        /// The pairs of changes and pages without an event.
        package var missing: [String] = []

        package init() {}
    }

    /// The delays of changes in all pages of their accounts.
    package func delays(of made: [PageChanger.Made]) -> Delays {
        var delays = Delays()
        for change in made {
            for page in pages where page.account == change.change.account {
                guard let moment = page.shown.moment(of: change.change) else {
                    delays.missing.append(
                        "change \(change.change.number) of an item of account \(change.change.account)")
                    continue
                }
                delays.fromAnswer.append(moment - min(moment, change.answered))
                delays.fromDue.append(moment - min(moment, change.due))
            }
        }
        return delays
    }

    /// Checks that nothing was missed, and no other account's change was shown.
    package func report(of made: [PageChanger.Made], _ delays: Delays, failures: [String]) -> AuditReport {
        let accounts = Dictionary(made.map { ($0.change.number, $0.change.account) }) { first, _ in first }
        var foreign: [String] = []
        for page in pages {
            for arrival in page.shown.arrivals.values.joined() {
                if let account = accounts[arrival.number], account != page.account {
                    foreign.append("a page of account \(page.account) shows change \(arrival.number) of \(account)")
                }
            }
        }
        var report = AuditReport()
        report.add("something was changed", passed: !made.isEmpty, detail: "nothing was")
        report.add("every change was accepted", faults: failures)
        report.add("every page of its account shows each change, or a later one of the item", faults: delays.missing)
        report.add("no page shows a change of another account", faults: foreign)
        report.add("every event stream stays open", faults: pages.compactMap(\.shown.failure))
        return report
    }
}
