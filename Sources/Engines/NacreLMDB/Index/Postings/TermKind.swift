/// The kind of term that a hash stands for.
///
/// The raw value is part of the file format. A new kind requires a new format version, because older files lack its
/// postings.
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
