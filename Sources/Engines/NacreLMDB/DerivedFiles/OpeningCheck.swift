/// How much of a file's own structure is checked when it is opened.
///
/// LMDB crashes, or goes round in circles, on pages that are damaged. Checking all of them would make opening a large
/// file slow, so it is bounded: the levels nearest the root come first, and a small file is checked whole.
enum OpeningCheck {
    /// Pages of the log that are looked at: 16 MiB of them.
    static let pagesOfLog = 4_096

    /// Pages of an index or of read models that are looked at: 64 MiB of them, as of read models every row is then read.
    static let pagesOfDerivedFile = 16_384
}
