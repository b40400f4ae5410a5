import Nacre

/// Which events of each writer a log has shown, and whether each came once, behind those before it.
struct SeenEvents: Sendable {
    /// By writer and sequence number.
    private(set) var seen: [[Bool]]

    private(set) var repeated = AuditFinding()
    private(set) var disordered = AuditFinding()
    private var lastSequences: [UInt64?]

    /// Has seen none of so many events of each writer.
    init(counts: [Int]) {
        seen = counts.map { [Bool](repeating: false, count: $0) }
        lastSequences = [UInt64?](repeating: nil, count: counts.count)
    }

    /// Takes an event of a writer; `false` where it was there before.
    mutating func take(_ sequence: UInt64, of writer: Int, at position: Position) -> Bool {
        guard !seen[writer][Int(sequence)] else {
            repeated.note("event \(sequence) of writer \(writer) is again at position \(position)")
            return false
        }
        seen[writer][Int(sequence)] = true
        if let last = lastSequences[writer] {
            disordered.expect(sequence > last, "event \(sequence) of writer \(writer) stands behind its event \(last)")
        }
        lastSequences[writer] = sequence
        return true
    }
}
