import CDiskRecorder
import DiskTracing
import Foundation

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// A copy of a sound store that is damaged, written to, and restored.
struct WorkFolder {
    let pristine: String
    let path: String
    private let names: [String]

    init(copying pristine: String, to path: String) throws {
        self.pristine = pristine
        self.path = path
        try? FileManager.default.removeItem(atPath: path)
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        names = try FileManager.default.contentsOfDirectory(atPath: pristine).filter { $0.hasSuffix(".mdb") }
        for name in names { try copy(name) }
    }

    /// Begins to record writes.
    func begin() {
        disk_recorder_begin(
            path, 0, disk_fault(reach: DISK_REACH_ALL, first: 0, pattern: 0, manner: DISK_MANNER_NOTHING, error: 0))
    }

    /// The number of calls recorded so far.
    var recorded: Int { disk_recorder_count() }

    /// The pages of the log that a range of the recorded calls wrote.
    func pagesOfLogWritten(by calls: Range<Int>, pageSize: Int) -> Set<UInt64> {
        var pages: Set<UInt64> = []
        for index in calls {
            let entry = disk_recorder_entry(index)
            guard Self.isWrite(entry), Self.name(entry.file) == "log.mdb", entry.length > 0 else { continue }
            let first = entry.offset / UInt64(pageSize)
            pages.formUnion(first...(entry.offset + entry.length - 1) / UInt64(pageSize))
        }
        return pages
    }

    /// Writes bytes into the log as a faulty disk does: unnoticed by the process.
    func write(_ bytes: [UInt8], at offset: Int) throws {
        let descriptor = open(path + "/log.mdb", O_WRONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw Loss("the log cannot be opened: \(errno)") }
        defer { close(descriptor) }
        guard pwrite(descriptor, bytes, bytes.count, off_t(offset)) == bytes.count else {
            throw Loss("the log cannot be written: \(errno)")
        }
    }

    /// Ends the recording, and undoes the writes.
    func restore() throws {
        disk_recorder_end()
        var whole: Set<String> = []
        var ranges: [String: [(UInt64, UInt64)]] = [:]
        for index in 0..<disk_recorder_count() {
            let entry = disk_recorder_entry(index)
            guard entry.file >= 0 else { continue }
            let name = Self.name(entry.file)
            if Self.isWrite(entry) {
                ranges[name, default: []].append((entry.offset, entry.length))
            } else if entry.call == DISK_CREATE || entry.call == DISK_REMOVE || entry.call == DISK_TRUNCATE {
                whole.insert(name)
            }
        }
        let isComplete = disk_recorder_unknown() == 0
        for name in try FileManager.default.contentsOfDirectory(atPath: path) where !names.contains(name) {
            try FileManager.default.removeItem(atPath: path + "/" + name)
        }
        for name in names {
            if !isComplete || whole.contains(name) {
                try copy(name)
            } else if let ranges = ranges[name] {
                try copy(ranges, of: name)
            }
        }
    }

    /// Throws if a file differs from its original.
    func expectPristine() throws {
        for name in names
        where !FileManager.default.contentsEqual(
            atPath: pristine + "/" + name, andPath: path + "/" + name)
        {
            throw Loss("\(name) was not restored")
        }
    }

    private static func isWrite(_ entry: disk_entry) -> Bool {
        entry.call == DISK_WRITE || entry.call == DISK_DURABLE_WRITE || entry.call == DISK_FAILED_WRITE
    }

    private static func name(_ file: Int32) -> String {
        String(cString: disk_recorder_path(file)).split(separator: "/").last.map(String.init) ?? ""
    }

    private func copy(_ name: String) throws {
        try? FileManager.default.removeItem(atPath: path + "/" + name)
        try FileManager.default.copyItem(atPath: pristine + "/" + name, toPath: path + "/" + name)
    }

    private func copy(_ ranges: [(UInt64, UInt64)], of name: String) throws {
        let from = open(pristine + "/" + name, O_RDONLY | O_CLOEXEC)
        let to = open(path + "/" + name, O_WRONLY | O_CLOEXEC)
        defer {
            if from >= 0 { close(from) }
            if to >= 0 { close(to) }
        }
        var status = stat()
        guard from >= 0, to >= 0, fstat(from, &status) == 0, ftruncate(to, status.st_size) == 0 else {
            throw Loss("\(name) cannot be restored: \(errno)")
        }
        for (offset, length) in ranges where offset < UInt64(status.st_size) {
            var buffer = [UInt8](repeating: 0, count: Int(min(length, UInt64(status.st_size) - offset)))
            guard pread(from, &buffer, buffer.count, off_t(offset)) == buffer.count,
                pwrite(to, buffer, buffer.count, off_t(offset)) == buffer.count
            else { throw Loss("\(name) cannot be restored: \(errno)") }
        }
    }
}
