import DiskTracing

/// The contents of the pages of files at an entry of a trace, the newest last.
struct WrittenPages: Sendable {
    static let pageBytes = 4_096

    /// The number of older contents kept for a page.
    private static let versionsKept = 12

    private var files: [[Int: [[UInt8]]]]

    init(files count: Int) {
        files = Array(repeating: [:], count: count)
    }

    mutating func apply(_ entry: DiskTrace.Entry) {
        switch entry {
        case .write(let file, let offset, let bytes, _), .failedWrite(let file, let offset, let bytes):
            take(bytes[...], at: offset, of: file)
        case .remove(let file): files[file] = [:]
        default: break
        }
    }

    /// The written contents of a page, the newest last.
    func versions(of page: Int, in file: Int) -> [[UInt8]] { files[file][page] ?? [] }

    /// LMDB writes whole pages, except the beginning of a meta page.
    private mutating func take(_ bytes: ArraySlice<UInt8>, at offset: Int, of file: Int) {
        var start = 0
        while start < bytes.count {
            let page = (offset + start) / Self.pageBytes
            let within = (offset + start) % Self.pageBytes
            let part = bytes.dropFirst(start).prefix(Self.pageBytes - within)
            var versions = files[file][page] ?? []
            var content = versions.last ?? [UInt8](repeating: 0, count: Self.pageBytes)
            content.replaceSubrange(within..<within + part.count, with: part)
            versions.append(content)
            files[file][page] = Array(versions.suffix(Self.versionsKept))
            start += part.count
        }
    }
}
