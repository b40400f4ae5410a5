import Nacre

/// The events of each writer that a log has shown, and whether each came once and in order.
struct SeenEvents: Sendable {
    /// By writer and sequence number.
    private(set) var seen: [[Bool]]

    private(set) var repeated = AuditFinding()
    private(set) var disordered = AuditFinding()
    private var lastSequences: [UInt64?]

    /// Begins without events seen, for the given counts of each writer.
    init(counts: [Int]) {
        seen = counts.map { [Bool](repeating: false, count: $0) }
        lastSequences = [UInt64?](repeating: nil, count: counts.count)
    }

    /// Adds an event of a writer; `false` if it was already there.
    mutating func take(_ sequence: UInt64, of writer: Int, at position: Position) -> Bool {
        guard !seen[writer][Int(sequence)] else {
            repeated.note("event \(sequence) of writer \(writer) is again at position \(position)")
            return false
        }
        seen[writer][Int(sequence)] = true
        if let last = lastSequences[writer] {
            disordered.expect(sequence > last, "event \(sequence) of writer \(writer) follows its event \(last)")
        }
        lastSequences[writer] = sequence
        return true
    }
}
