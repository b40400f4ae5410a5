internal import Nacre

/// Joins the parts of groups, as every follower does.
///
/// A series counts when all its parts stand in the log one behind the other. An entry of anything else between them makes
/// the series void, for all followers alike.
struct EntrySeries: Sendable {
    /// The first part of the series whose parts are being gathered; `nil` if there is none.
    private(set) var first: LogEntry?
    private var parts = 0
    private var bytes: [UInt8] = []

    /// Whether parts are missing.
    var isOpen: Bool { first != nil }

    /// Takes the next entry of the log.
    ///
    /// - Parameter entry: An entry of commits.
    /// - Returns: The blocks of the group that it completes; `nil` if it completes none.
    mutating func take(_ entry: LogEntry) -> [UInt8]? {
        if entry.part == 0 {
            guard entry.partCount > 1 else {
                self = EntrySeries()
                return Array(entry.payload)
            }
            first = entry
            parts = 1
            bytes = Array(entry.payload)
            return nil
        }
        guard let first, first.group == entry.group, first.partCount == entry.partCount, entry.part == parts else {
            // A part of a series that is void already.
            self = EntrySeries()
            return nil
        }
        parts += 1
        bytes.append(contentsOf: entry.payload)
        guard entry.isLast else { return nil }
        defer { self = EntrySeries() }
        return bytes
    }
}
