import Nacre

/// The progress of an import, and its final result.
struct ImportSummary: Hashable, Sendable {
    /// The number of lines read, without empty ones.
    var lines = 0

    /// The number of events appended; for a check, the number that would be.
    var imported = 0

    /// The position of the last appended event; `nil` if there is none.
    var lastPosition: Position?

    /// The number of bytes read.
    var bytes = 0

    /// The number of lines already recorded, in the store or earlier in the file.
    var skipped: Int { lines - imported }
}
