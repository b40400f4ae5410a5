import Foundation

/// The disk's rate of durable writes: the limit of every durable engine on this machine.
struct DiskProbe: Hashable, Sendable, Codable {
    /// Writes of 4 KiB per second, each made durable before the next one.
    var syncsPerSecond: Double

    var syncs: Int
    var seconds: Double

    /// Writes and syncs single pages of an existing file, for about a second.
    static func run(in directory: URL, seconds: Double = 1) throws -> DiskProbe {
        try withFile("disk-probe", in: directory) { file, url in
            let page = [UInt8](repeating: 0xA5, count: 4096)
            let pages = 1024
            for number in 0..<pages { try write(page, at: number * page.count, to: file, url) }
            try synchronise(file, url)

            var syncs = 0
            let start = monotonicNanoseconds()
            let deadline = start + UInt64(seconds * 1e9)
            repeat {
                try write(page, at: syncs % pages * page.count, to: file, url)
                try synchronise(file, url)
                syncs += 1
            } while monotonicNanoseconds() < deadline
            let elapsed = Double(monotonicNanoseconds() - start) / 1e9
            return DiskProbe(syncsPerSecond: Double(syncs) / elapsed, syncs: syncs, seconds: elapsed)
        }
    }

    /// The disk's work for a large commit of LMDB: its pages in a growing file, a sync, the meta page, a sync.
    enum Commits {
        /// The pages of a commit, in bytes.
        static let bytes = 256 << 10

        static let count = 32
    }

    /// Writes and syncs a probe's number of commits without a store, and returns the duration in nanoseconds.
    static func commits(in directory: URL) throws -> UInt64 {
        try withFile("commit-probe", in: directory) { file, url in
            let page = [UInt8](repeating: 0xA5, count: 4096)
            let pages = [UInt8](repeating: 0x5A, count: Commits.bytes)
            let start = monotonicNanoseconds()
            for number in 0..<Commits.count {
                try write(pages, at: page.count + number * pages.count, to: file, url)
                try synchronise(file, url)
                try write(page, at: 0, to: file, url)
                try synchronise(file, url)
            }
            return monotonicNanoseconds() - start
        }
    }

    private static func withFile<Result>(
        _ name: String, in directory: URL, _ body: (Int32, URL) throws -> Result
    ) throws -> Result {
        let url = directory.appendingPathComponent(name)
        let file = open(url.path, O_RDWR | O_CREAT | O_EXCL, 0o600)
        guard file >= 0 else { throw HarnessError.system("open", url) }
        defer {
            close(file)
            unlink(url.path)
        }
        return try body(file, url)
    }

    private static func write(_ bytes: [UInt8], at offset: Int, to file: Int32, _ url: URL) throws {
        let written = pwrite(file, bytes, bytes.count, off_t(offset))
        guard written != bytes.count else { return }
        guard written < 0 else {
            // A short write reports no error: the next write would report the lack of space.
            throw HarnessError(
                .inputOutput, "\(url.path) took \(written) of \(bytes.count) bytes: the disk is full")
        }
        throw HarnessError.system("pwrite", url)
    }

    private static func synchronise(_ file: Int32, _ url: URL) throws {
        #if canImport(Darwin)
            // On macOS, fsync stops at the drive's cache.
            guard fcntl(file, F_FULLFSYNC) == 0 else { throw HarnessError.system("fcntl(F_FULLFSYNC)", url) }
        #else
            guard fdatasync(file) == 0 else { throw HarnessError.system("fdatasync", url) }
        #endif
    }
}
