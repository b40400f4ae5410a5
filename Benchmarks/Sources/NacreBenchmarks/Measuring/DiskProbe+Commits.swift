import Foundation

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

extension DiskProbe {
    /// What a large commit of LMDB asks of the disk: its pages in a file that grows, a sync, the meta page, a sync.
    enum Commits {
        /// The pages of a commit, in bytes.
        static let bytes = 256 << 10

        /// Commits in a probe.
        static let count = 32
    }

    /// Writes and syncs as many commits as a probe has, with no store above them.
    ///
    /// - Parameter directory: On the file system that is probed.
    /// - Returns: How long they took, in nanoseconds.
    /// - Throws: ``HarnessError`` where a call fails.
    static func commits(in directory: URL) throws -> UInt64 {
        let url = directory.appendingPathComponent("commit-probe")
        let file = open(url.path, O_RDWR | O_CREAT | O_EXCL, 0o600)
        guard file >= 0 else { throw failure("open", url) }
        defer {
            close(file)
            unlink(url.path)
        }
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
