import Nacre

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// The folder of a store for refusals that are too long for a token; only its owner can read it.
struct RefusalFolder {
    // FEAT-59: A refusal that is too long for a token is a file of the store.

    /// The greatest number of files; the oldest one is removed for a new one.
    static let maxFiles = 64

    /// The greatest size of a file.
    static let maxBytes = 256 << 10

    /// The path of the folder.
    let path: String

    /// Refers to the folder of a store, which need not exist.
    init(ofStore store: String) {
        // A hidden name, which no engine takes for a foreign file.
        path = store + "/.refused"
    }

    /// Writes a refusal.
    ///
    /// - Returns: Its token; `nil` if it is larger than a file may be.
    /// - Throws: ``FileError``.
    func write(_ refusal: RefusedCommit) throws(FileError) -> String? {
        let bytes = refusal.bytes
        guard bytes.count <= Self.maxBytes else { return nil }
        let hash = ContentHash(bytes)
        let name = EventID(high: hash.high, low: hash.low).description
        guard mkdir(path, 0o700) == 0 || errno == EEXIST else {
            throw FileError(.cannotCreate, "cannot create \(quoted(path, upTo: .max))", systemError: errno)
        }
        try removeOldest(besides: name)
        var file = try ReplacingOutput(path: "\(path)/\(name)")
        file.output.buffer = bytes
        try file.finish()
        return RefusalToken.text(ofFile: hash, of: refusal.store)
    }

    /// Reads a refusal.
    ///
    /// - Throws: ``FileError`` if the file cannot be read; ``CommandError`` if it is damaged.
    func read(_ name: String, of store: StoreID) throws -> RefusedCommit {
        let file = "\(path)/\(name)"
        guard let handle = fopen(file, "re") else {
            throw FileError(
                errno == ENOENT ? .noSuchFile : .inputOutput,
                "cannot read \(quoted(file, upTo: .max)), which held the refused condition "
                    + "(a store keeps the last \(Self.maxFiles))", systemError: errno)
        }
        defer { fclose(handle) }
        var bytes = [UInt8](repeating: 0, count: Self.maxBytes + 1)
        let count = fread(&bytes, 1, bytes.count, handle)
        let hash = ContentHash(Array(bytes.prefix(count)))
        guard EventID(high: hash.high, low: hash.low).description == name,
            let refusal = RefusedCommit(bytes.prefix(count), of: store)
        else { throw CommandError(.badInput, "\(quoted(file, upTo: .max)) is damaged") }
        return refusal
    }

    private func removeOldest(besides name: String) throws(FileError) {
        var files = try names().filter { $0 != name }.map { name in
            var status = stat()
            return (name: name, time: stat("\(path)/\(name)", &status) == 0 ? status.modificationTime : 0)
        }
        files.sort { $0.time < $1.time }
        for file in files.dropLast(Self.maxFiles - 1) {
            guard unlink("\(path)/\(file.name)") == 0 || errno == ENOENT else {
                throw FileError(
                    .inputOutput, "cannot remove \(quoted("\(path)/\(file.name)", upTo: .max))", systemError: errno)
            }
        }
    }

    private func names() throws(FileError) -> [String] {
        guard let folder = opendir(path) else {
            throw FileError(.inputOutput, "cannot list \(quoted(path, upTo: .max))", systemError: errno)
        }
        defer { closedir(folder) }
        var names: [String] = []
        while let entry = readdir(folder) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) { name in
                name.withMemoryRebound(to: CChar.self, capacity: MemoryLayout.size(ofValue: name.pointee)) {
                    String(cString: $0)
                }
            }
            if !name.hasPrefix(".") { names.append(name) }
        }
        return names
    }
}

extension stat {
    /// The time of the last change of the contents, in nanoseconds.
    fileprivate var modificationTime: Int64 {
        #if canImport(Darwin)
            Int64(st_mtimespec.tv_sec) * 1_000_000_000 + Int64(st_mtimespec.tv_nsec)
        #else
            Int64(st_mtim.tv_sec) * 1_000_000_000 + Int64(st_mtim.tv_nsec)
        #endif
    }
}
