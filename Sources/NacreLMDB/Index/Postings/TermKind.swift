/// What a hash is the hash of.
///
/// The number is part of the file. A further kind needs a new format number, for older files lack its postings.
enum TermKind: UInt8, CaseIterable, Sendable {
    /// A stream's name.
    case stream = 1

    /// An event's id.
    case id = 2
}
