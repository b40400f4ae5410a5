/// What a hash is the hash of.
///
/// The number is part of the file. A further kind needs a new format number, for older files lack its postings.
enum TermKind: UInt8, CaseIterable, Sendable {
    /// A stream's name.
    case stream = 1

    /// An event's id.
    case id = 2

    /// An event's type.
    case type = 3

    /// The category of an event's stream: the part of its name before the first `-`.
    case category = 4

    /// A tag of an event.
    case tag = 5
}
