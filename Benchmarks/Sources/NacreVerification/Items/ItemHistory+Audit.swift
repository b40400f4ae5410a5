package import ItemsDomain
package import Nacre
package import NacreLMDB

extension ItemHistory {
    /// Checks the rows of a read model, in the order of creation, against the history.
    package func audit(rows: [ItemModelRow]) -> AuditReport {
        var values = AuditFinding()
        for (index, row) in rows.enumerated() {
            let expected = index < items ? self.row(ofItem: index) : nil
            values.expect(row == expected, "row \(index) is \(row), expected \(expected.map { "\($0)" } ?? "none")")
        }
        var report = AuditReport(checks: [
            values.check("every row has the values of the history, in the order of creation")
        ])
        report.add(
            "there is a row for every item", passed: rows.count == items,
            detail: "\(items) items were created, there are \(rows.count) rows")
        return report
    }

    /// Compares every event decoded from a store with the one that was written.
    package func audit(
        _ store: LMDBEventStore, decodedBy decode: (borrowing EventView) throws -> ItemEvent?
    ) throws -> AuditReport {
        var values = AuditFinding()
        var count = 0
        try store.scan { event in
            let decoded = try decode(event)
            let written = self.event(count)
            count += 1
            // Texts are equal in two spellings; their bytes are not.
            let isSame = decoded == written && decoded.map { "\($0)".utf8.elementsEqual("\(written)".utf8) } == true
            values.expect(
                isSame, "at position \(count) \(decoded.map { "\($0)" } ?? "nothing") was decoded instead of \(written)"
            )
        }
        var report = AuditReport(checks: [values.check("every decoded event is the written one, byte for byte")])
        report.add(
            "the log has every written event", passed: count == events,
            detail: "\(events) were written, \(count) were read")
        return report
    }

    /// All events in two numbers.
    package var fold: ItemFold {
        var fold = ItemFold()
        for number in 0..<events { fold.add(event(number)) }
        return fold
    }

    /// Checks the folds of passes over the whole history.
    package func audit(folds: [ItemFold], expected: ItemFold) -> AuditReport {
        var report = AuditReport()
        report.add(
            "every pass decodes every event", passed: folds.allSatisfy { $0 == expected },
            detail: "expected \(expected), the passes found \(folds)")
        return report
    }
}
