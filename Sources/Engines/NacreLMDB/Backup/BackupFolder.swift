import Nacre

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// The folder that a backup is made in, beside the one that it will be: a backup is there whole, or not at all.
struct BackupFolder {
    let destination: String
    /// The folder while the copy is on its way.
    let store: StoreFolder

    /// Makes the folder.
    ///
    /// - Throws: `cannotCreate` where the destination holds something, or its folder cannot be written.
    init(for path: String) throws(EventStoreError) {
        var path = path
        while path.count > 1, path.hasSuffix("/") { path.removeLast() }
        destination = path
        try Self.checkIsFree(path)
        store = StoreFolder("\(path).partial-\(EventID.random())")
        do throws(EventStoreError) {
            try store.prepare(isCreating: true)
        } catch {
            rmdir(store.path)
            throw error
        }
    }

    /// Gives the folder its name, durably, once everything in it is on the disk.
    ///
    /// Where that fails, nothing stands under the name; what there is, ``discard()`` takes away.
    ///
    /// - Parameter syncParent: Makes the folder's own entry durable.
    /// - Throws: `cannotCreate` where the destination has come to hold something, or the disk refuses.
    func publish(
        syncParent: (StoreFolder) throws(EventStoreError) -> Void = { folder throws(EventStoreError) in
            try folder.syncParent()
        }
    ) throws(EventStoreError) {
        try removeLocks()
        try store.sync()
        // Over an empty folder it succeeds, over one that holds something it does not.
        guard rename(store.path, destination) == 0 else { throw Self.failure(destination, "cannot be made") }
        do throws(EventStoreError) {
            try syncParent(StoreFolder(destination))
        } catch {
            // Whole as it is, a power loss may take it away: who is told that a backup failed is to find none.
            guard rename(destination, store.path) == 0 else {
                throw Self.failure(destination, "may be lost with the power, and cannot be taken away")
            }
            throw error
        }
    }

    /// Takes away what there is of a backup that failed.
    ///
    /// The failure is told already; what cannot be removed bears a name that says what it is.
    func discard() {
        unlink(store.log)
        unlink(store.log + "-lock")
        rmdir(store.path)
    }

    /// LMDB makes a lock file for whoever opens the copy; that of who made it is of no use.
    private func removeLocks() throws(EventStoreError) {
        guard unlink(store.log + "-lock") == 0 || errno == ENOENT else {
            throw Self.failure(store.log + "-lock", "cannot be removed")
        }
    }

    private static func checkIsFree(_ path: String) throws(EventStoreError) {
        var status = stat()
        guard stat(path, &status) == 0 else {
            guard errno == ENOENT else { throw failure(path, "cannot be looked at") }
            return
        }
        guard status.st_mode & S_IFMT == S_IFDIR else {
            throw EventStoreError(
                .cannotCreate, "\(quoted(path, upTo: .max)) is a file: a backup is a folder, name another path")
        }
        guard let folder = opendir(path) else { throw failure(path, "cannot be looked into") }
        defer { closedir(folder) }
        var names = 0
        while readdir(folder) != nil { names += 1 }
        // The folder itself and the one above it are always there.
        guard names <= 2 else {
            throw EventStoreError(
                .cannotCreate,
                "\(quoted(path, upTo: .max)) holds something already: a backup is never written over, name another path"
            )
        }
    }

    private static func failure(_ path: String, _ what: String) -> EventStoreError {
        .fullDisk(errno, for: path)
            ?? EventStoreError(
                .cannotCreate,
                "\(quoted(path, upTo: .max)) \(what): \(String(cString: strerror(errno))); check the path and its permissions"
            )
    }
}
