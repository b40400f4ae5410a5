import Nacre

/// The limits of a store in words, for the help.
enum LimitTexts {
    /// The limits of one event.
    static let event = """
        Limits: stream, type, each tag, actor, correlation and causation have 1 to \(Limits.nameBytes) bytes; an event \
        has at most \(Limits.tagsPerEvent) tags, \(mebibytes(Limits.dataBytes)) of data and \
        \(Limits.metadataBytes >> 10) KiB of metadata.
        """

    /// The limits of an import.
    static let lines = """
        \(event) A line has at most \(mebibytes(NDJSON.lineBytes)), and a commit \(mebibytes(Limits.commitBytes)).
        """

    /// The limits of what a query selects by.
    static let query = """
        Types, categories, tags, correlations, causations and actors can be given \(Limits.termsPerQueryItem) times each.
        """

    private static func mebibytes(_ bytes: Int) -> String { "\(bytes >> 20) MiB" }
}
