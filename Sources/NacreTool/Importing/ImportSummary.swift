import Nacre

/// What an import has done so far, and in the end.
struct ImportSummary: Hashable, Sendable {
    /// How many lines were read, empty ones aside.
    var lines = 0

    /// How many events were appended; for a check, how many would be.
    var imported = 0

    /// The position of the last event that was appended; `nil` where none was.
    var lastPosition: Position?

    /// How many bytes were read.
    var bytes = 0

    /// How many lines were recorded already, in the store or earlier in the file.
    var skipped: Int { lines - imported }
}
