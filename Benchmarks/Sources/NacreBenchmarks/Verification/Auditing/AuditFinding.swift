import Nacre

/// How often a sentence was found untrue, and the words for the first time.
///
/// Words for every time would cost more than the log that is audited.
struct AuditFinding: Sendable {
    private(set) var count = 0
    private(set) var first = ""

    /// Notes one more time.
    mutating func note(_ words: @autoclosure () -> String) {
        if count == 0 { first = words() }
        count += 1
    }

    /// Judges a sentence and notes where it is untrue.
    mutating func expect(_ holds: Bool, _ words: @autoclosure () -> String) {
        if !holds { note(words()) }
    }

    /// Judges whether an event carries what it was appended with beside its type, tags and data, for
    /// ``AuditReport/contextCheck``.
    mutating func expectContext(_ holds: Bool, at position: Position) {
        expect(
            holds,
            "the event at position \(position) does not carry the schema number and metadata that it was appended with")
    }

    mutating func add(_ other: AuditFinding) {
        if count == 0 { first = other.first }
        count += other.count
    }

    /// The checks of what ended callers before their time, in ``DiskFailure/words(_:during:)``: the named sentence, and
    /// for the disk's part, which is no fault of the store, ``AuditReport/diskCheck``.
    static func checks(of failures: some Sequence<String>, _ name: String) -> [AuditReport.Check] {
        var failed = AuditFinding()
        var failedByDisk = AuditFinding()
        for failure in failures {
            if DiskFailure.isOne(failure) { failedByDisk.note(failure) } else { failed.note(failure) }
        }
        return [failed.check(name), failedByDisk.check(AuditReport.diskCheck)]
    }

    func check(_ name: String) -> AuditReport.Check {
        AuditReport.Check(
            name: name, passed: count == 0,
            detail: count == 0 ? nil : count == 1 ? first : "\(count) times, first: \(first)")
    }
}
