extension Environment {
    /// Whether a file is what a loss of power leaves of one that was being made.
    ///
    /// LMDB begins a file with two meta pages of transaction 0. One of which a page is missing, or was never written,
    /// and the other says no more than that, has never held anything, and can be removed and made anew; LMDB refuses it.
    /// A file that was cut short is not taken for one: what is left of it tells of a transaction, or it never had one
    /// but that of its first page.
    ///
    /// - Parameter path: The path of the file, which no process may be opening meanwhile.
    /// - Returns: Whether it is; `false` where there is no file, an empty one, or one that cannot be read.
    public static func isUnfinished(at path: String) -> Bool {
        UnfinishedFile.isOne(at: path)
    }
}
