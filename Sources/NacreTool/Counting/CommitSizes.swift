import Nacre

/// Counts commits by the number of their events.
///
/// Commits that are not whole in the counted range are left out.
struct CommitSizes: Sendable {
    /// The number of commits by the number of events.
    private var commits: [Int: Int] = [:]

    private var current = 0

    /// Whether the current commit began in the range.
    private var isWhole: Bool

    /// - Parameter isWhole: Whether the first event is the first of its commit.
    init(isWhole: Bool = true) {
        self.isWhole = isWhole
    }

    mutating func add(_ event: EventView) {
        current += 1
        guard event.isLastOfCommit else { return }
        if isWhole { commits[current, default: 0] += 1 }
        (current, isWhole) = (0, true)
    }

    /// The commits of one size.
    struct Row: Hashable, Sendable {
        var size: Int
        var commits: Int
    }

    /// The rows, the smallest size first.
    var rows: [Row] { commits.sorted { $0.key < $1.key }.map { Row(size: $0.key, commits: $0.value) } }
}

extension CommitSizes.Row: Listed {
    static let columns: [TableColumn] = [.number("SIZE"), .number("COMMITS"), .number("EVENTS")]

    var cells: [String] { ["\(size)", "\(commits)", "\(size * commits)"] }

    func writeJSON(to bytes: inout [UInt8]) {
        JSONWriter.object(in: &bytes) { writer in
            writer.field("size", size)
            writer.field("commits", commits)
            writer.field("events", size * commits)
        }
    }
}
