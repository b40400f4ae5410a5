import Testing

@Suite struct ItemAuditTests {
    private let first = ItemState(id: "a", name: "one")

    private var audit: ItemAudit {
        var audit = ItemAudit()
        audit.created(first)
        return audit
    }

    @Test func `acknowledged changes, and one in doubt, explain an item`() {
        var audit = audit
        let second = first.after(.complete)
        audit.acknowledge(.complete, of: first, with: second)
        audit.doubt(.rename("two"), of: second)
        #expect(audit.faults(in: [second]) == [])
        #expect(audit.faults(in: [second.after(.rename("two"))]) == [])
        #expect(audit.acknowledgedCount == 2)
        #expect(audit.inDoubtCount == 1)
    }

    @Test func `a lost creation is found`() {
        #expect(audit.faults(in: []) == ["a was acknowledged and is lost"])
    }

    @Test func `a creation that was applied twice is found`() {
        let twice = ItemState(id: "b", name: "one")
        #expect(audit.faults(in: [first, twice]).count == 1)
        #expect(audit.faults(in: [first, first]).count == 1)
    }

    @Test func `a lost change is found`() {
        var audit = audit
        audit.acknowledge(.complete, of: first, with: first.after(.complete))
        #expect(audit.faults(in: [first]).count == 1)
    }

    @Test func `a change that no request explains is found`() {
        #expect(audit.faults(in: [first.after(.complete)]).count == 1)
        var audit = audit
        audit.doubt(.rename("two"), of: first)
        #expect(audit.faults(in: [first.after(.rename("three"))]).count == 1)
        #expect(audit.faults(in: [first.after(.rename("two")).after(.rename("two"))]).count == 1)
    }

    @Test func `two acknowledged changes of one version are found`() {
        var audit = audit
        let changed = first.after(.rename("two"))
        audit.acknowledge(.rename("two"), of: first, with: changed)
        audit.acknowledge(.rename("two"), of: first, with: changed)
        #expect(audit.faults(in: [changed]).count == 1)
    }

    @Test func `answers that contradict each other are found`() {
        var audit = audit
        audit.see(ItemState(id: "a", name: "other"))
        #expect(audit.faults(in: [first]).count == 1)
    }
}
