import Nacre

/// The journal of a store, open, with its control page.
struct JournalFile: Sendable {
    let file: DirectFile
    /// The control page as it was when the journal was opened.
    let control: JournalControl

    var path: String { file.path }

    /// Opens the journal of a store.
    ///
    /// - Parameters:
    ///   - path: The path of the journal.
    ///   - storeID: The id of the store.
    ///   - access: `writing` only for the one process that has the store for itself.
    ///   - allowsDirect: Whether to pass the page cache where the file system allows it.
    /// - Returns: The journal; `nil` if there is none.
    /// - Throws: `damaged`, `newerFormat`, `inputOutput`; `notAStore` if it belongs to another store.
    static func open(
        _ path: String, of storeID: StoreID, for access: DirectFile.Access, allowsDirect: Bool = true
    ) throws(EventStoreError) -> JournalFile? {
        guard let file = try DirectFile.open(path, for: access, allowsDirect: allowsDirect) else { return nil }
        let byteCount = try file.byteCount()
        guard byteCount >= JournalLayout.ringOffset else {
            throw .damagedJournal(path, "it has \(byteCount) bytes, fewer than its control pages")
        }
        let pages = AlignedBuffer(pageCount: JournalLayout.controlCopies)
        try unsafe file.read(into: pages.bytes, at: 0)
        let control = try unsafe JournalControl.newest(of: UnsafeRawBufferPointer(pages.bytes), path: path)
        guard control.storeID == storeID else {
            throw EventStoreError(
                .notAStore,
                """
                the journal \(quoted(path, upTo: .max)) belongs to the store \(control.storeID), not to \(storeID): \
                restore the journal that belongs to the log
                """)
        }
        guard byteCount == control.fileBytes else {
            throw .damagedJournal(path, "it has \(byteCount) bytes instead of \(control.fileBytes)")
        }
        return JournalFile(file: file, control: control)
    }

    /// Writes zeros into the holes of a sparse copy, durably; the bytes of the file do not change.
    ///
    /// No other process may write the journal meanwhile.
    ///
    /// - Throws: `diskFull`, which says how many bytes are missing; `inputOutput`; `closed` if the pace ends it.
    func fillHoles(at pace: BuildingPace = .atOnce) throws(EventStoreError) {
        guard try file.hasHoles() else { return }
        try Self.fillHoles(of: path, byteCount: control.fileBytes, at: pace)
    }

    /// Writes both copies of the control page durably, one after the other.
    ///
    /// - Parameters:
    ///   - control: The new contents.
    ///   - page: A page of memory.
    /// - Throws: `inputOutput` or `diskFull`: either copy may be the old or the new one, or torn.
    func write(_ control: JournalControl, with page: borrowing AlignedBuffer) throws(EventStoreError) {
        unsafe control.store(in: page.pages(1))
        for copy in 0..<JournalLayout.controlCopies {
            try unsafe file.write(UnsafeRawBufferPointer(page.pages(1)), at: copy * JournalLayout.pageBytes)
        }
    }
}
