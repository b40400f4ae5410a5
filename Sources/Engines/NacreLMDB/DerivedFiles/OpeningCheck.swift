/// How many pages of a file's B-tree are checked on opening.
///
/// LMDB crashes or loops on damaged pages. Checking all of them would make opening a large file slow, so the check is
/// bounded: the levels nearest the root come first, and a small file is checked completely.
enum OpeningCheck {
    /// The number of pages checked in the log: 16 MiB.
    static let pagesOfLog = 4_096

    /// The number of pages checked in an index or a file of read models: 64 MiB, because all rows of read models up to
    /// that size are read on opening.
    static let pagesOfDerivedFile = 16_384

    // IDX-20: Opening checks the first pages of 1,024 values of log and index.
    /// The number of values whose first page is checked in a log or an index.
    ///
    /// The checksum of a value is verified when it is read.
    static let values = 1_024
}
