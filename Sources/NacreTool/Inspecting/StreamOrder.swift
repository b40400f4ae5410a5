import ArgumentParser

/// The orders in which streams are listed.
enum StreamOrder: String, CaseIterable, ExpressibleByArgument, Sendable {
    /// By the bytes of their names.
    case name

    /// Those with the most events first.
    case events

    /// By their first events.
    case first

    /// Those that were appended to last come first.
    case last

    /// Those with the most bytes of data and metadata first.
    case bytes
}
