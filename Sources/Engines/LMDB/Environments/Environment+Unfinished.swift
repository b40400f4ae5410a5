extension Environment {
    /// Whether a power loss interrupted the creation of a file.
    ///
    /// LMDB begins a file with two meta pages of transaction 0. If one of them is missing or was never written, and the
    /// other is as created, the file has never held an entry and can be removed and created again; LMDB refuses
    /// to open it. A truncated file counts as unfinished only if what remains is a meta page of transaction 0; such a
    /// file has had one commit at most.
    ///
    /// - Parameter path: The path of the file, which no process may be opening meanwhile.
    /// - Returns: Whether it is unfinished; `false` if there is no file, or it is empty or unreadable.
    public static func isUnfinished(at path: String) -> Bool {
        UnfinishedFile.isOne(at: path)
    }
}
