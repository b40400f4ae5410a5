import Nacre

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

extension StoreFolder {
    /// The name prefixes of a store's own files, which cover their lock files and an unfinished journal.
    private static let ownPrefixes = ["log.mdb", indexName, LMDBReadModelStore.fileName, "journal", "replica"]

    /// The maximum number of foreign files named in a message.
    private static let namedFiles = 3

    /// Refuses to create a store in a folder with foreign files, such as a project or a home directory.
    ///
    /// Hidden files and a file system's own entries in a volume's root are accepted, as are store files left by a
    /// process that was killed while creating a store.
    ///
    /// - Throws: `cannotCreate`, which names some of the files.
    func requireNoOtherFiles() throws(EventStoreError) {
        let others = try names().filter { name in
            !name.hasPrefix(".") && name != "lost+found" && !Self.ownPrefixes.contains { name.hasPrefix($0) }
        }.sorted()
        guard !others.isEmpty else { return }
        var list = others.prefix(Self.namedFiles).map { quoted($0) }.joined(separator: ", ")
        if others.count > Self.namedFiles { list += " and \(others.count - Self.namedFiles) more" }
        throw EventStoreError(
            .cannotCreate,
            """
            the folder \(quoted(path, upTo: .max)) contains other files, but no store: \(list); a store has a \
            folder of its own, so name a new or an empty one
            """)
    }

    /// The names in the folder.
    func names() throws(EventStoreError) -> [String] {
        guard let folder = unsafe opendir(path) else { throw failure("cannot be listed") }
        defer { unsafe closedir(folder) }
        var names: [String] = []
        while let entry = unsafe readdir(folder) {
            unsafe names.append(
                withUnsafePointer(to: &entry.pointee.d_name) { name in
                    unsafe name.withMemoryRebound(to: CChar.self, capacity: MemoryLayout.size(ofValue: name.pointee)) {
                        unsafe String(cString: $0)
                    }
                })
        }
        return names
    }
}
