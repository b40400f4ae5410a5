import Foundation

#if canImport(CDispatch)
    // On Linux, several modules define the system's types, and the compiler may find this one's.
    import CDispatch
#endif

enum PageCache {
    /// How much of some files is in the page cache.
    struct Residency: Hashable, Sendable {
        var resident: Int
        var pages: Int

        /// Whether the files are cold enough for a cold read.
        ///
        /// Opening a store touches some of its pages, which then cannot be evicted, and its index reads the newest
        /// events meanwhile. The limit is one page in fifty plus 12 MiB.
        var isCold: Bool { resident <= pages / 50 + 3_072 }
    }

    /// Evicts every file of a folder from the page cache, and checks the result; no file may be open.
    ///
    /// - Throws: ``HarnessError`` if pages stay in memory: a figure would not be of a cold store.
    static func drop(_ folder: URL) throws {
        try forget(folder)
        let resident = try residency(of: folder).resident
        guard resident == 0 else {
            throw HarnessError(
                "\(resident) pages of \(folder.path) stay in memory: run as root, with no other process on the store")
        }
    }

    /// Evicts the pages that opening a store has read, except pages already mapped, and returns what remains.
    ///
    /// If a pass reads one file alone, only that file counts.
    ///
    /// - Throws: ``HarnessError`` if too much of the read files remains for a figure of a cold store.
    static func dropAgain(_ folder: URL, reading name: String? = nil) throws -> Residency {
        try forget(folder)
        let read = try residency(of: files(of: folder).filter { name == nil || $0.lastPathComponent == name })
        guard read.pages > 0, read.isCold else {
            throw HarnessError(
                "after opening \(folder.path), \(read.resident) of the \(read.pages) pages to read are in memory: "
                    + "the pass would not be cold")
        }
        return try residency(of: folder)
    }

    /// How much of a folder's files is in the page cache.
    static func residency(of folder: URL) throws -> Residency {
        try residency(of: try files(of: folder))
    }

    private static func residency(of files: [URL]) throws -> Residency {
        let page = Int(sysconf(Int32(_SC_PAGESIZE)))
        return try files.reduce(into: Residency(resident: 0, pages: 0)) { sum, file in
            sum.resident += try residentPages(of: file)
            let size = try file.resourceValues(forKeys: [.fileSizeKey]).fileSize ?? 0
            sum.pages += (size + page - 1) / page
        }
    }

    private static func files(of folder: URL) throws -> [URL] {
        try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: [.fileSizeKey])
    }

    private static func forget(_ folder: URL) throws {
        for file in try files(of: folder) {
            let descriptor = open(file.path, O_RDONLY)
            guard descriptor >= 0 else { throw HarnessError.system("open", file) }
            defer { close(descriptor) }
            // A page that is not yet on disk cannot be evicted.
            guard fsync(descriptor) == 0 else { throw HarnessError.system("fsync", file) }
            #if !canImport(Darwin)
                let code = posix_fadvise(descriptor, 0, 0, POSIX_FADV_DONTNEED)
                guard code == 0 else { throw HarnessError.system("posix_fadvise", file) }
            #endif
        }
        dropEverything()
    }

    /// Drops the page cache of the whole system, if this process is permitted to.
    private static func dropEverything() {
        let descriptor = open("/proc/sys/vm/drop_caches", O_WRONLY)
        guard descriptor >= 0 else { return }
        defer { close(descriptor) }
        // The count of resident pages shows whether it worked.
        _ = write(descriptor, "3\n", 2)
    }

    static func residentPages(of file: URL) throws -> Int {
        let descriptor = open(file.path, O_RDONLY)
        guard descriptor >= 0 else { throw HarnessError.system("open", file) }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw HarnessError.system("fstat", file) }
        let size = Int(status.st_size)
        guard size > 0 else { return 0 }
        // Mapping reads nothing: pages are loaded on access, and none is accessed.
        guard let address = mmap(nil, size, PROT_READ, MAP_SHARED, descriptor, 0), address != MAP_FAILED else {
            throw HarnessError.system("mmap", file)
        }
        defer { munmap(address, size) }
        let page = sysconf(Int32(_SC_PAGESIZE))
        #if canImport(Darwin)
            var pages = [CChar](repeating: 0, count: (size + page - 1) / page)
        #else
            var pages = [UInt8](repeating: 0, count: (size + page - 1) / page)
        #endif
        guard mincore(address, size, &pages) == 0 else { throw HarnessError.system("mincore", file) }
        return pages.count { $0 & 1 != 0 }
    }
}
