import Nacre

/// The number of violations of a statement, and a description of the first.
///
/// Describing every violation would cost more than the audited log.
package struct AuditFinding: Sendable {
    package private(set) var count = 0
    package private(set) var first = ""

    package init() {}

    /// Records a violation.
    package mutating func note(_ words: @autoclosure () -> String) {
        if count == 0 { first = words() }
        count += 1
    }

    /// Checks a statement and records a violation.
    package mutating func expect(_ holds: Bool, _ words: @autoclosure () -> String) {
        if !holds { note(words()) }
    }

    /// Checks whether an event has the schema number and metadata that it was appended with, for
    /// ``AuditReport/contextCheck``.
    mutating func expectContext(_ holds: Bool, at position: Position) {
        expect(
            holds,
            "the event at position \(position) does not carry the schema number and metadata that it was appended with")
    }

    package mutating func add(_ other: AuditFinding) {
        if count == 0 { first = other.first }
        count += other.count
    }

    package func check(_ name: String) -> AuditReport.Check {
        AuditReport.Check(
            name: name, passed: count == 0,
            detail: count == 0 ? nil : count == 1 ? first : "\(count) times, first: \(first)")
    }
}
