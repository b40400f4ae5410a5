import Nacre

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// A state of a read model that is being built in a file of its own.
struct KeptStateFileDraft: KeptStateDraft {
    private let folder: KeptStateDraftFolder
    private let file: LMDBReadModelStore

    var models: any ReadModelStore { file }

    init(_ folder: KeptStateDraftFolder, mapSize: Int) throws {
        self.folder = folder
        file = try LMDBReadModelStore.openUnsynced(at: folder.file, mapSize: mapSize)
    }

    func keep(model: String, schemaVersion: Int, at position: Position, skips: Int) throws -> KeptState {
        file.close()
        defer { discard() }
        // Durable before it has its name: under its name, a file is whole or damaged.
        let checksum = try ChecksummedFile.checksum(of: folder.file, isSynced: true)
        let kept = KeptStateFile(
            model: model, schemaVersion: schemaVersion, position: position, skips: skips, checksum: checksum)
        let path = "\(folder.parent)/\(kept.name)"
        let bytes = StoreFolder.size(of: folder.file) ?? 0
        guard unsafe rename(folder.file, path) == 0 else { throw ChecksummedFile.failure(path, "cannot be created") }
        try StoreFolder(folder.parent).sync()
        try KeptStateFolder.removeOthers(than: kept, in: folder.parent)
        return KeptState(
            model: model, schemaVersion: schemaVersion, position: position, skips: skips, bytes: UInt64(bytes))
    }

    func discard() {
        file.close()
        folder.remove()
    }
}
